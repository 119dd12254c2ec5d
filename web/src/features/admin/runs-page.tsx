import { useInfiniteQuery } from '@tanstack/react-query'
import type { RunView } from '@vignette/contract/console.ts'
import { JOB_STATUSES, type JobStatus } from '@vignette/contract/jobs.ts'
import { apiPages } from '../../lib/api.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { FindBar } from './components/find-bar.tsx'
import { formatMinute } from './format-minute.ts'

export function AdminRunsPage() {
  return (
    <AdminShell title="Runs" call="listRuns">
      <Runs />
    </AdminShell>
  )
}

export const STATUS_WORDS: Record<JobStatus, [string, BadgeTone]> = {
  QUEUED: ['Waits', 'plain'],
  RUNNING: ['Running', 'warn'],
  COMPLETED: ['Delivered', 'good'],
  FAILED: ['Failed', 'danger'],
  CANCELLED: ['Cancelled', 'plain'],
}

const STATUSES = [
  { value: '', label: 'Any state' },
  ...JOB_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status][0] })),
]

function Runs() {
  const [params] = useQueryParams()
  const q = params.get('q') ?? ''
  const status = JOB_STATUSES.find((one) => one === params.get('status'))
  const query = useInfiniteQuery(apiPages('listRuns', { query: { q: q || undefined, status } }))
  return (
    <section aria-label="Runs found">
      <FindBar
        key={q}
        label="Id, e-mail or handle"
        filter={{ name: 'status', label: 'State', options: STATUSES }}
      />
      <QueryPages
        query={query}
        rows={(page) => page.runs}
        failed="Failed to load runs"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState title={q || status ? 'No such run' : 'No run yet'}>
            Ids of runs, recipes, creations, payments and accounts find one too.
          </EmptyState>
        }
      >
        {(runs) => (
          <ul className="mt-5 overflow-hidden rounded-lg border border-line bg-surface">
            {runs.map((run) => (
              <Row key={run.id} run={run} />
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}

function Row({ run }: { run: RunView }) {
  const [words, tone] = STATUS_WORDS[run.status]
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/admin/runs/${run.id}`}
        className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block font-medium break-words">{run.recipe}</span>
          <span className="block text-sm break-all text-muted">
            @{run.owner_handle}
            {run.error_code && `, ${run.error_code}`}
          </span>
        </span>
        {run.test && <Badge>Test</Badge>}
        {run.attempt > 1 && <Badge tone="warn">Attempt {run.attempt}</Badge>}
        <Badge tone={tone}>{words}</Badge>
        <span className="text-sm text-muted tabular-nums">{formatMinute(run.created_at)}</span>
      </Link>
    </li>
  )
}
