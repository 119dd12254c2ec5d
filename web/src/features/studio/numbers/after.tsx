import type { Numbers } from '../api.ts'
import { countOf, describePeople } from './describe-people.ts'

/** Shows what readers and buyers did with the creations afterwards. */
export function After({
  after: { shown, remixed, buyers, again },
  shares,
}: Pick<Numbers, 'after' | 'shares'>) {
  const sharers = shares ? shares.people : 0
  if (shown + remixed === 0 && buyers === 0 && sharers === 0) return null
  return (
    <section aria-labelledby="after">
      <h2 id="after" className="text-xl font-semibold">
        What became of it
      </h2>
      <p className="mt-3">
        Of what was made, {countOf(shown)} {shown === 1 ? 'is' : 'are'} public now, and{' '}
        {countOf(remixed)} began with somebody’s creation.
        {sharers !== 0 &&
          ` ${describePeople(sharers)} people shared a recipe or what was made with it.`}
        {buyers !== 0 && ` ${describeBuyers(buyers, again)}`}
      </p>
    </section>
  )
}

function describeBuyers(buyers: number | null, again: number | null): string {
  if (buyers === null) return `${describePeople(null)} people bought.`
  const some = again === null ? describePeople(null).toLowerCase() : countOf(again)
  return `${countOf(buyers)} people bought, of whom ${some} had bought within 30 days before.`
}
