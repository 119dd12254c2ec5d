import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { QueryState } from '../../../ui/query-state.tsx'

const MOST_FAILED_PERCENT = 5

/** Why runs of the last 30 days failed, the commonest reason first; nothing where none failed. */
export function FailureList({ id }: { id: string }) {
  const query = useQuery(apiQuery('listWorkflowFailures', { params: { id } }, { staleTime: 0 }))
  return (
    <QueryState query={query} line failed="The failures could not be loaded">
      {(answer) => answer.failures.length > 0 && <Failures {...answer} />}
    </QueryState>
  )
}

function Failures({ failures, total_runs: runs }: Answer<'listWorkflowFailures'>) {
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  const percent = Math.round((failed / Math.max(1, runs)) * 100)
  return (
    <section aria-labelledby="failures" className="flex flex-col gap-4">
      <h2 id="failures" className="text-xl font-semibold">
        Failures of the last 30 days
      </h2>
      {percent > MOST_FAILED_PERCENT && (
        <Alert tone="danger" title={`${percent}% of the remixes fail`}>
          {failed} of {runs} remixes ended without a creation. Buyers pay nothing for them, and you
          earn nothing.
        </Alert>
      )}
      <ul>
        {failures.map(({ step, code, message, count, percent: part, chosen }) => (
          <li
            key={`${step} ${code} ${message}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0"
          >
            <p className="min-w-0 flex-1 basis-60 break-words">
              {message}
              {step && (
                <span className="text-muted">
                  {' '}
                  at step <code className="font-mono text-sm">{step}</code>
                </span>
              )}
              {chosen.length > 0 && (
                <span className="block text-sm text-muted">
                  {count} of {count} with{' '}
                  {chosen.map(({ label, value }) => `${label}: ${value}`).join(', ')}
                </span>
              )}
            </p>
            <p className="text-sm tabular-nums">
              {count} {count === 1 ? 'remix' : 'remixes'}, {part}%
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
