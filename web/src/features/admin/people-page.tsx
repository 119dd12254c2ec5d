import { useInfiniteQuery } from '@tanstack/react-query'
import type { PersonView } from '@vignette/contract/console.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { apiPages } from '../../lib/api.ts'
import { formatLocalDate } from '../../lib/dates.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { useQueryParams } from '../../lib/router.tsx'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { CreatorApproval } from './components/creator-approval.tsx'
import { FindBar } from './components/find-bar.tsx'

export function AdminPeoplePage() {
  return (
    <AdminShell title="People" call="listPeople">
      <Screen />
    </AdminShell>
  )
}

function Screen() {
  const { user } = useAuth()
  const [params, setParams] = useQueryParams()
  if (!mayCall(user?.roles ?? [], 'listCreators')) return <People />
  const tab = params.get('tab') === 'creators' ? 'creators' : 'people'
  const tabs = [
    { value: 'people', label: 'Everybody', content: <People /> },
    { value: 'creators', label: 'Creators', content: <CreatorApproval /> },
  ]
  return (
    <Tabs
      label="People"
      value={tab}
      onChange={(next) => setParams(next === 'people' ? {} : { tab: next })}
      tabs={tabs.map((one) => ({ ...one, content: <div className="pt-5">{one.content}</div> }))}
    />
  )
}

const SHOWN = [
  { value: '', label: 'All' },
  { value: 'staff', label: 'With a role' },
  { value: 'banned', label: 'Suspended' },
]

function People() {
  const [params] = useQueryParams()
  const q = params.get('q') ?? ''
  const show = params.get('show')
  const query = useInfiniteQuery(
    apiPages('listPeople', {
      query: {
        q: q || undefined,
        show: show === 'staff' || show === 'banned' ? show : undefined,
      },
    }),
  )
  return (
    <section aria-label="Accounts">
      <FindBar
        key={q}
        label="Handle, e-mail or account id"
        filter={{ name: 'show', label: 'Show', options: SHOWN }}
      />
      <QueryPages
        query={query}
        rows={(page) => page.people}
        failed="Failed to load people"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState title={q || show ? 'No such account' : 'Nobody has an account yet'}>
            {q && 'Part of a handle or an e-mail address is enough; past handles count for a year.'}
          </EmptyState>
        }
      >
        {(people) => (
          <ul className="mt-5 overflow-hidden rounded-lg border border-line bg-surface">
            {people.map((person) => (
              <li key={person.id} className="border-t border-line first:border-t-0">
                <Link
                  to={`/admin/people/${person.id}`}
                  className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 transition-colors hover:bg-sunken"
                >
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="block font-medium break-all">@{person.handle}</span>
                    <span className="block text-sm break-all text-muted">
                      {person.email ?? person.id}
                    </span>
                  </span>
                  <PersonBadges person={person} />
                  <span className="text-sm text-muted tabular-nums">
                    {formatLocalDate(person.created_at)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}

const ROLE_WORDS = { admin: 'Admin', moderator: 'Moderator', finance: 'Finance' }

export function PersonBadges({ person }: { person: PersonView }) {
  const roles = person.roles.includes('admin') ? (['admin'] as const) : person.roles
  return (
    <>
      {roles.map((role) => (
        <Badge key={role} tone="quiet">
          {ROLE_WORDS[role]}
        </Badge>
      ))}
      {person.house && <Badge>First catalogue</Badge>}
      {person.banned_at && <Badge tone="danger">Suspended</Badge>}
      {person.asked_at && <Badge tone="warn">Asks</Badge>}
      {person.approved_at && <Badge tone="good">Approved</Badge>}
    </>
  )
}
