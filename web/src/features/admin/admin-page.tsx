import { useQuery } from '@tanstack/react-query'
import type { TodayKind } from '@vignette/contract/console.ts'
import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { apiQuery } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { Redirect, useQueryParams } from '../../lib/router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShieldCheck } from '../../ui/icons.tsx'
import { Link, type LinkProps } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminShell } from './components/admin-shell.tsx'

/** Where the tabs of this page stand since each has a page of its own. */
const MOVED: Record<string, string> = {
  reports: '/admin/reports',
  audit: '/admin/audit',
  creators: '/admin/people?tab=creators',
}

export function AdminPage() {
  const [search] = useQueryParams()
  const moved = MOVED[search.get('tab') ?? '']
  if (moved) return <Redirect to={moved} />
  return (
    <AdminShell title="Today" call="getToday">
      <Today />
    </AdminShell>
  )
}

const KINDS: Record<TodayKind, { one: string; many: string; to?: LinkProps['to'] }> = {
  claims: { one: 'claim waits', many: 'claims wait', to: '/admin/claims' },
  reports: { one: 'report waits', many: 'reports wait', to: '/admin/reports' },
  objections: { one: 'objection waits', many: 'objections wait', to: '/admin/reports' },
  approvals: {
    one: 'creator asks for approval',
    many: 'creators ask for approval',
    to: '/admin/people?tab=creators',
  },
  cases: { one: 'case waits for you', many: 'cases wait for you', to: '/admin/cases' },
  disputes: {
    one: 'dispute needs evidence',
    many: 'disputes need evidence',
    to: '/admin/disputes',
  },
  holds: { one: 'hold on payouts', many: 'holds on payouts', to: '/admin/payouts?tab=holds' },
  resting: {
    one: 'recipe rests after failures',
    many: 'recipes rest after failures',
    to: '/admin/recipes?show=resting',
  },
  letters: {
    one: 'letter waits for the mail server',
    many: 'letters wait for the mail server',
  },
}

function Today() {
  useEffect(() => track('admin_viewed', { tab: 'today' }), [])
  const query = useQuery(apiQuery('getToday', {}))
  return (
    <QueryState
      query={query}
      failed="Failed to load what waits"
      loading={<Skeleton className="h-56 w-full rounded-lg" />}
    >
      {({ waiting }) =>
        waiting.length === 0 ? (
          <EmptyState icon={ShieldCheck} title="Nothing waits for you">
            Claims, reports, objections, approvals, cases, disputes and what else needs a person
            stand here.
          </EmptyState>
        ) : (
          <ul className="max-w-3xl overflow-hidden rounded-lg border border-line bg-surface">
            {waiting.map((each) => (
              <Waits key={each.kind} waits={each} />
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

function Waits({ waits }: { waits: Answer<'getToday'>['waiting'][number] }) {
  const { kind, count, oldest_at: oldest, due_at: due } = waits
  const { one, many, to } = KINDS[kind]
  const left = due && describeSpan(Date.now(), Date.parse(due))
  const words = (
    <>
      <span className="min-w-0 flex-1 basis-56 font-medium">
        <span className="tabular-nums">{count}</span> {count === 1 ? one : many}
      </span>
      <span className="text-sm text-muted">
        {count === 1 ? 'for' : 'the oldest for'} {describeSpan(Date.parse(oldest), Date.now())}
      </span>
      {due && (
        <Badge tone={Date.parse(due) - Date.now() < DAY_MS ? 'danger' : 'warn'}>
          {left ? `${left} left` : 'Too late'}
        </Badge>
      )}
    </>
  )
  const row = 'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3'
  return (
    <li className="border-t border-line first:border-t-0">
      {to ? (
        <Link to={to} className={`${row} transition-colors hover:bg-sunken`}>
          {words}
        </Link>
      ) : (
        <div className={row}>{words}</div>
      )}
    </li>
  )
}

const DAY_MS = 86_400_000

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long it is from one moment to another, in its largest unit; empty where the other is past. */
function describeSpan(from: number, to: number): string {
  const span = to - from
  if (span < 0) return ''
  for (const [unit, length] of UNITS) {
    const count = Math.floor(span / length)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  return 'less than a minute'
}
