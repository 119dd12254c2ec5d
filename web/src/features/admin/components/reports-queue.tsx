import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReportView } from '@vignette/contract/moderation.ts'
import { useState } from 'react'
import { apiPages } from '../../../lib/api.ts'
import type { Query } from '../../../lib/client.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { ShieldCheck } from '../../../ui/icons.tsx'
import { Link, type LinkProps } from '../../../ui/link.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { describeReason, listActions } from '../list-actions.ts'
import { type Decision, ReportActionDialog } from './report-action-dialog.tsx'

type ReportStatus = NonNullable<Query<'listReports'>['status']>

const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'dismissed', label: 'Dismissed' },
]

export function ReportsQueue() {
  const [status, setStatus] = useState<ReportStatus>('open')
  const [decision, setDecision] = useKeptState<Decision | undefined>('deciding', undefined)
  const query = useInfiniteQuery(apiPages('listReports', { query: { status, limit: 50 } }))
  const total = query.data?.pages.at(-1)?.total ?? 0

  return (
    <section aria-labelledby="reports">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reports" className="text-xl font-semibold">
          {STATUSES.find(({ value }) => value === status)?.label}{' '}
          {query.data && <span className="text-muted tabular-nums">{total}</span>}
        </h2>
        <div className="w-44">
          <Select
            label="Status"
            hideLabel
            options={STATUSES}
            value={status}
            onChange={(event) => setStatus(event.target.value as ReportStatus)}
          />
        </div>
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.reports}
        failed="Failed to load reports"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState icon={ShieldCheck} title={`No ${status} reports`}>
            What visitors report and the classifier flags is listed here.
          </EmptyState>
        }
      >
        {(reports) => (
          <ul className="mt-5 flex flex-col gap-3">
            {reports.map((report) => (
              <Row key={report.id} report={report} onDecide={setDecision} />
            ))}
          </ul>
        )}
      </QueryPages>
      {decision && (
        <ReportActionDialog decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </section>
  )
}

const SUBJECT_WORDS = {
  workflow: 'Recipe',
  creation: 'Creation',
  collection: 'Collection',
  letter: 'Letter',
}

function Row({ report, onDecide }: { report: ReportView; onDecide: (decision: Decision) => void }) {
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="danger">{describeReason(report.reason)}</Badge>
        <Badge>{SUBJECT_WORDS[report.subject_type]}</Badge>
        {report.source === 'classifier' && <Badge tone="warn">Classifier</Badge>}
        {report.reports > 1 && <Badge>{report.reports} reports</Badge>}
        {report.subject_hidden && <Badge tone="warn">Hidden</Badge>}
        {report.author_banned && <Badge tone="warn">Author banned</Badge>}
        <span className="ml-auto text-sm text-muted">{formatLocalDate(report.created_at)}</span>
      </div>
      <h3 className="mt-3 font-medium break-words">
        {report.subject_url ? (
          <Link to={toPath(report.subject_url)} className="underline underline-offset-4">
            {report.subject_title || 'Untitled'}
          </Link>
        ) : (
          report.subject_title || 'Untitled'
        )}
      </h3>
      <p className="text-sm break-all text-muted">by @{report.author_handle}</p>
      {report.note && (
        <blockquote className="mt-3 border-l-2 border-line-strong pl-3 text-sm break-words whitespace-pre-wrap">
          {report.note}
        </blockquote>
      )}
      {report.claim && (
        <p className="mt-3 text-sm">
          The{' '}
          <Link to="/admin/claims" className="underline underline-offset-4">
            claim {report.claim}
          </Link>{' '}
          hides it. Only its end shows it again.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {listActions(report).map((words) => (
          <Button
            key={words.action}
            kind="secondary"
            size="sm"
            className={words.danger ? 'text-danger!' : ''}
            onClick={() => onDecide({ report, words })}
          >
            {words.label}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** The server may answer a full URL; the app's router needs only the path. */
function toPath(url: string): LinkProps['to'] {
  try {
    const { pathname, search } = new URL(url, 'http://app')
    return `/${pathname.slice(1)}${search}`
  } catch {
    return '/admin'
  }
}
