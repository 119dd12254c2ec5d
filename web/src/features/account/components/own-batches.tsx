import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/api.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Link } from '../../../ui/link.tsx'

/** The newest batches of the account; empty where it has none. */
export function OwnBatches() {
  const { data } = useQuery(apiQuery('listBatches', {}, { staleTime: 0 }))
  if (!data || data.items.length === 0) return null
  return (
    <details className="mb-6 rounded-lg border border-line bg-surface px-4">
      <summary className="py-3 font-medium">Your batches ({data.items.length})</summary>
      <ul className="divide-y divide-line pb-2">
        {data.items.map(({ id, workflow_name: name, rows, delivered, finished_at, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-3">
            <Link to={`/batches/${id}`} className="min-w-0 font-medium break-words hover:underline">
              {name}
            </Link>
            <span className="text-sm text-muted tabular-nums">
              {delivered} of {rows} delivered{finished_at === null && ', under way'} ·{' '}
              {formatLocalDate(created_at)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
