import { formatCents } from '@vignette/contract/money.ts'
import type { ReactNode } from 'react'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'

type Payout = Answer<'getPayouts'>['payouts'][number]

/** `children`: the way to the payouts before these. */
export function PayoutList({ payouts, children }: { payouts: Payout[]; children: ReactNode }) {
  return (
    <section aria-labelledby="payouts">
      <h2 id="payouts" className="text-xl font-semibold">
        Payouts
      </h2>
      {payouts.length === 0 ? (
        <p className="mt-4 text-sm text-muted">No payout has left yet.</p>
      ) : (
        <ul className="mt-2">
          {payouts.map((payout) => (
            <li
              key={payout.id}
              className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-t-0"
            >
              <div className="min-w-0">
                <p>
                  {formatLongDate(payout.created_at)}
                  <span className="text-muted"> · {payout.words}</span>
                </p>
                {(payout.reason ?? payout.reference) && (
                  <p className="break-words text-sm text-muted">
                    {payout.reason ?? payout.reference}
                  </p>
                )}
              </div>
              <span className="shrink-0 font-medium tabular-nums">
                {formatCents(payout.amount)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}
