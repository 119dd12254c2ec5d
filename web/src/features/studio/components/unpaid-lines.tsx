import { formatCents } from '@vignette/contract/money.ts'
import { dateWordOf } from '@vignette/contract/payout-words.ts'
import { useState } from 'react'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'

type Line = Answer<'getPayouts'>['lines'][number]

const AT_FIRST = 12

const sumOf = (lines: Line[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Every cent that is not paid yet, with its reason in the server's words. */
export function UnpaidLines({ lines }: { lines: Line[] }) {
  const [all, setAll] = useState(false)
  const rest = lines.slice(AT_FIRST)
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
          {(all ? lines : lines.slice(0, AT_FIRST)).map((line, at) => (
            <li
              key={`${line.reason}-${at}`}
              className="flex items-baseline justify-between gap-4 border-t border-line py-3 first:border-t-0"
            >
              <div className="min-w-0">
                <p className="break-words">{line.words}</p>
                {line.date && (
                  <p className="text-sm text-muted">
                    {dateWordOf(line.reason)} {formatLongDate(line.date)}
                  </p>
                )}
              </div>
              <span className="shrink-0 font-medium tabular-nums">{formatCents(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {!all && rest.length > 0 && (
        <Button kind="secondary" className="mt-3" onClick={() => setAll(true)}>
          Show {rest.length} more, {formatCents(sumOf(rest))} in all
        </Button>
      )}
    </section>
  )
}
