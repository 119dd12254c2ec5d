import { formatCents } from '@vignette/contract/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import type { Run } from '../api.ts'
import { describeRun, outcomeOf, SOURCES } from './describe-run.ts'

const momentOf = (at: string) =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

export function RunTable({ runs }: { runs: readonly Run[] }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Remixes, as a table">
      <table className="w-full min-w-[40rem] text-sm tabular-nums">
        <thead className="text-left text-muted">
          <tr>
            <th className="py-2 font-medium">Began</th>
            <th className="py-2 pl-4 font-medium">Outcome</th>
            <th className="py-2 pl-4 font-medium">What happened</th>
            <th className="py-2 pl-4 font-medium">Version</th>
            <th className="py-2 pl-4 text-right font-medium">Paid</th>
            <th className="py-2 pl-4 font-medium">Creation</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id} className="border-t border-line align-top">
              <td className="py-3 whitespace-nowrap">
                <time dateTime={run.created_at}>{momentOf(run.created_at)}</time>
              </td>
              <td className="py-2.5 pl-4 whitespace-nowrap">
                <Badge tone={outcomeOf(run).tone}>{outcomeOf(run).label}</Badge>{' '}
                {run.kind === 'test' && <Badge>Test</Badge>}
              </td>
              <td className="max-w-72 py-3 pl-4 break-words">
                {describeRun(run)}
                {run.chosen.length > 0 && (
                  <span className="block text-muted">
                    With {run.chosen.map(({ label, value }) => `${label}: ${value}`).join(', ')}
                  </span>
                )}
                {run.source && <span className="block text-muted">{SOURCES[run.source]}</span>}
              </td>
              <td className="py-3 pl-4">{run.version ?? 'Draft'}</td>
              <td className="py-3 pl-4 text-right">
                {run.kind === 'test' || run.proof ? '–' : formatCents(run.paid)}
                {run.taken > 0 && (
                  <span className="block text-muted">
                    Free run: {formatCents(run.taken)} from your balance
                  </span>
                )}
              </td>
              <td className="py-1.5 pl-4">
                {run.creation && (
                  <Link
                    to={`/creations/${run.creation.id}`}
                    aria-label="Open the public creation"
                    className="block size-11 overflow-hidden rounded-md bg-sunken"
                  >
                    <Picture media={run.creation.thumbnail} alt="" sizes="44px" />
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
