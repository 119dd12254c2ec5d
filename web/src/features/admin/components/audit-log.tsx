import { useInfiniteQuery } from '@tanstack/react-query'
import { apiPages } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatMinute } from '../format-minute.ts'

export function AuditLog() {
  const query = useInfiniteQuery(apiPages('listAuditLog', { query: { limit: 50 } }))
  return (
    <QueryPages
      query={query}
      rows={(page) => page.entries}
      failed="Failed to load the audit log"
      loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
      empty={
        <EmptyState title="Nothing has been done yet">
          Every action of an admin is kept here with its time and note.
        </EmptyState>
      }
    >
      {(entries) => <AuditTable entries={entries} />}
    </QueryPages>
  )
}

function AuditTable({ entries }: { entries: Answer<'listAuditLog'>['entries'] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Audit entries">
      <table className="w-full min-w-2xl text-sm">
        <thead className="text-left text-muted">
          <tr>
            {['Time (UTC)', 'Admin', 'Action', 'Subject', 'Note'].map((name) => (
              <th key={name} className="py-2 pr-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} className="border-t border-line align-top">
              <td className="py-2.5 pr-4 whitespace-nowrap tabular-nums">
                {formatMinute(entry.at)}
              </td>
              <td className="max-w-44 py-2.5 pr-4 break-words">
                {entry.actor}
                {entry.actor_email && (
                  <span className="block text-xs text-muted">{entry.actor_email}</span>
                )}
              </td>
              <td className="py-2.5 pr-4 font-medium">{entry.action}</td>
              <td className="max-w-56 py-2.5 pr-4">
                {entry.subject_handle ? (
                  <Link
                    className="underline underline-offset-4"
                    to={`/admin/people/${entry.subject_id}`}
                  >
                    @{entry.subject_handle}
                  </Link>
                ) : (
                  entry.subject_type
                )}{' '}
                <span className="font-mono text-xs break-all text-muted">{entry.subject_id}</span>
              </td>
              <td className="max-w-72 py-2.5 break-words text-muted">{entry.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
