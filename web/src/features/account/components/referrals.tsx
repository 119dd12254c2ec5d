import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import type { Answer } from '../../../lib/client.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import { type Figure, Figures } from '../../../ui/figures.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { referralsQuery } from '../api.ts'

/** A fan's link for new buyers, and what the link has earned. */
export function Referrals() {
  const query = useQuery(referralsQuery)
  return (
    <QueryState
      query={query}
      failed="Failed to load your link"
      level={3}
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {(referrals) => <Shown referrals={referrals} />}
    </QueryState>
  )
}

function Shown({ referrals }: { referrals: Answer<'getReferrals'> }) {
  const { percent, days, clicks, buyers, pending, available, paid } = referrals
  const people: Figure[] = [
    { label: 'Clicks', value: String(clicks), hint: 'Browsers that opened your link' },
    {
      label: 'Buyers',
      value: buyers === null ? 'Fewer than 5' : String(buyers),
      hint: 'People who bought by it',
    },
  ]
  const money: Figure[] = [
    { label: 'Pending', value: formatCents(pending), hint: 'Clears with each sale' },
    {
      label: 'Available',
      value: formatCents(available),
      hint: 'Cleared; your money says when it leaves',
    },
    { label: 'Paid', value: formatCents(paid), hint: 'Left with your payouts' },
  ]
  return (
    <section aria-labelledby="referrals" className="flex max-w-3xl flex-col gap-8 pt-2">
      <div>
        <h2 id="referrals" className="text-xl font-semibold">
          Share and earn {percent}%
        </h2>
        <p className="mt-2 text-muted">
          Bring new buyers to recipes you love. {percent}% of what they pay in the {days} days after
          they open your link is yours.
        </p>
      </div>
      <OwnLink link={referrals.link} />
      {referrals.test_mode && (
        <p role="note" className="rounded-lg border border-line bg-surface p-4 text-sm">
          This is test money: payments here are in test mode, so nothing was charged and nothing
          will be paid out.
        </p>
      )}
      <Figures figures={people} />
      <Figures figures={money} />
      <div>
        <h3 className="text-lg font-semibold">The rules</h3>
        <ol className="mt-3 flex list-decimal flex-col gap-2 pl-5 text-sm">
          <li>
            Your link counts for {days} days from a person’s first visit by it, if that person had
            not bought here before. Of several people’s links the one opened last counts.
          </li>
          <li>
            You get {percent}% of the price, or less where card fee and cost leave us less. It comes
            out of our part: the creator gets as much as ever.
          </li>
          <li>Purchases of your own, and of your own recipes, earn nothing.</li>
          <li>
            It clears with the sale and leaves with the weekly payout, once you have a payout
            account under{' '}
            <Link to="/studio/money" className="underline underline-offset-4">
              Money
            </Link>
            . A refund or dispute takes it back.
          </li>
          <li>Where many purchases look alike, we check before we pay.</li>
        </ol>
      </div>
    </section>
  )
}

function OwnLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <div>
      <h3 className="text-sm font-medium">Your link</h3>
      <p className="mt-2 rounded-md bg-sunken px-3 py-2 font-mono text-sm break-all">{link}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button onClick={() => void copyText(link).then((done) => setCopied(done))}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <p className="text-sm text-muted">
          On a creation of yours, “Share and earn” gives you a link to its recipe.
        </p>
        <span role="status" className="sr-only">
          {copied && 'The link is copied.'}
        </span>
      </div>
    </div>
  )
}
