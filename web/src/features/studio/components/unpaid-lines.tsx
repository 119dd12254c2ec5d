import { formatCents } from '@vignette/contract/money.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'

/** Every cent that is not paid yet, with its reason in the server's words. */
export function UnpaidLines({ lines }: { lines: Answer<'getPayouts'>['lines'] }) {
  return (
    <section aria-labelledby="unpaid">
      <h2 id="unpaid" className="text-xl font-semibold">
        Not paid yet
      </h2>
      {lines.length === 0 ? (
        <p className="mt-4 text-sm text-muted">
          Nothing waits. What your recipes earn is listed here until it arrives.
        </p>
      ) : (
        <ul className="mt-2">
          {lines.map((line, at) => (
            <li
              key={`${line.reason}-${at}`}
              className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-t-0"
            >
              <div className="min-w-0">
                <p className="break-words">{line.words}</p>
                {line.date && (
                  <p className="text-sm text-muted">Until {formatLongDate(line.date)}</p>
                )}
              </div>
              <span className="shrink-0 font-medium tabular-nums">{formatCents(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
