import { formatCents } from '@vignette/contract/money.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'

/** Changes of the balance that no sale explains, each with its reason. */
export function AdjustmentList({
  adjustments,
}: {
  adjustments: Answer<'getPayouts'>['adjustments']
}) {
  if (adjustments.length === 0) return null
  return (
    <section aria-labelledby="adjustments">
      <h2 id="adjustments" className="text-xl font-semibold">
        Adjustments
      </h2>
      <ul className="mt-2">
        {adjustments.map(({ id, amount, reason, created_at }) => (
          <li
            key={id}
            className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="break-words">{reason}</p>
              <p className="text-sm text-muted">{formatLongDate(created_at)}</p>
            </div>
            <span className="shrink-0 font-medium tabular-nums">{formatCents(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
