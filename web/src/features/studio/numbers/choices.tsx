import { DECLINE_WORDS } from '@vignette/contract/proof-limits.ts'
import type { WorkflowNumbers } from '../api.ts'
import { describePeople } from './describe-people.ts'

/** How often each option of the recipe's choices was taken. */
export function Choices({ choices }: { choices: WorkflowNumbers['choices'] }) {
  if (choices.length === 0) return null
  return (
    <section aria-labelledby="choices">
      <h2 id="choices" className="text-xl font-semibold">
        What they chose
      </h2>
      <div className="mt-4 grid gap-8 lg:grid-cols-2">
        {choices.map(({ key, name, options }) => (
          <div key={key}>
            <h3 className="font-medium">{name}</h3>
            <Tally counts={options} />
          </div>
        ))}
      </div>
      <p className="mt-3 text-sm text-muted">
        Remixes by option, as far as their inputs are kept. What people typed is counted nowhere.
      </p>
    </section>
  )
}

/** What buyers said of proofs that they did not keep. */
export function Declines({ declines }: { declines: WorkflowNumbers['declines'] }) {
  if (declines.every(({ times }) => times === 0)) return null
  return (
    <section aria-labelledby="declines">
      <h2 id="declines" className="text-xl font-semibold">
        What was wrong with proofs
      </h2>
      <div className="mt-1 max-w-2xl">
        <Tally
          counts={declines.map(({ reason, times }) => ({
            value: reason,
            label: DECLINE_WORDS[reason],
            times,
          }))}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        What buyers tapped when they kept none. Nobody has to, and nobody is named.
      </p>
    </section>
  )
}

interface Counted {
  value: string
  label: string
  times: number | null
}

function Tally({ counts }: { counts: readonly Counted[] }) {
  const most = Math.max(1, ...counts.map(({ times }) => times ?? 0))
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {counts.map(({ value, label, times }) => (
        <li key={value} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
          <span className="min-w-0 break-words">{label}</span>
          <span className="tabular-nums">
            {times === null ? `${describePeople(null)} people` : describePeople(times)}
          </span>
          <span
            aria-hidden="true"
            className="col-span-2 h-2 overflow-hidden rounded-full bg-sunken"
          >
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(100 * (times ?? 0)) / most}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
