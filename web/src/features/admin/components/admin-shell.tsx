import { mayCall, STAFF_ROLES, type StaffCall } from '@vignette/contract/staff.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { usePlace } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ShieldX } from '../../../ui/icons.tsx'
import { Link, type LinkProps } from '../../../ui/link.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

/** Each page of the console, and the call without which it has nothing to show. */
const PAGES: readonly { to: LinkProps['to']; label: string; call: StaffCall }[] = [
  { to: '/admin', label: 'Today', call: 'getToday' },
  { to: '/admin/claims', label: 'Claims', call: 'listClaims' },
  { to: '/admin/people', label: 'People', call: 'listPeople' },
  { to: '/admin/recipes', label: 'Recipes', call: 'listAllWorkflows' },
  { to: '/admin/runs', label: 'Runs', call: 'listRuns' },
  { to: '/admin/payments', label: 'Payments', call: 'listAllPayments' },
  { to: '/admin/payouts', label: 'Payouts', call: 'listPayoutRuns' },
  { to: '/admin/books', label: 'Books', call: 'getBooks' },
  { to: '/admin/margins', label: 'Margins', call: 'getMargins' },
  { to: '/admin/cases', label: 'Cases', call: 'listAllCases' },
  { to: '/admin/disputes', label: 'Disputes', call: 'listAllDisputes' },
  { to: '/admin/reports', label: 'Reports', call: 'listReports' },
  { to: '/admin/waitlist', label: 'Waitlist', call: 'listWaitlist' },
  { to: '/admin/settings', label: 'Settings', call: 'getSettings' },
  { to: '/admin/backups', label: 'Backups', call: 'listBackups' },
  { to: '/admin/audit', label: 'Audit log', call: 'listAuditLog' },
]

/** The frame of each page of the console: shown to the operator's people, with links to what their roles allow. */
export function AdminShell({
  title,
  call,
  children,
}: {
  title: string
  /** Without a right to this call the page is not shown. */
  call: StaffCall
  children: ReactNode
}) {
  const { user, loading } = useAuth()
  usePageTitle(title)
  if (loading) {
    return (
      <>
        <LoadingTitle>{title}</LoadingTitle>
        <div className="shell py-10" role="status" aria-label="Loading">
          <Skeleton className="h-10 w-40" />
          <Skeleton className="mt-8 h-64 w-full rounded-lg" />
        </div>
      </>
    )
  }
  const roles = user?.roles ?? []
  if (!STAFF_ROLES.some((role) => roles.includes(role))) {
    return <Forbidden signedIn={user !== null} />
  }
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold break-words">{title}</h1>
      <ConsoleNav roles={roles} />
      <div className="mt-8">
        {mayCall(roles, call) ? (
          children
        ) : (
          <EmptyState icon={ShieldX} title="Not with your role">
            Ask an admin, who can give you another role under People.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

/** One row that a phone scrolls sideways, with the open page in sight. */
function ConsoleNav({ roles }: { roles: readonly string[] }) {
  const { path } = usePlace()
  const nav = useRef<HTMLElement>(null)
  const isOpen = (to: string) => path === to || (to !== '/admin' && path.startsWith(`${to}/`))
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (open && nav.current) nav.current.scrollLeft = open.offsetLeft - 24
  }, [path])
  return (
    <nav
      ref={nav}
      aria-label="Admin pages"
      className="relative -mx-4 mt-5 flex gap-1 overflow-x-auto px-0.5 [scrollbar-width:none] sm:mx-0 sm:-ml-3.5 sm:flex-wrap sm:px-0"
    >
      {PAGES.filter(({ call }) => mayCall(roles, call)).map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={isOpen(to) ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 shrink-0 items-center rounded-full px-3.5 text-[0.9375rem] transition-colors hover:text-ink',
            isOpen(to) ? 'bg-sunken font-medium text-ink' : 'text-muted',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function Forbidden({ signedIn }: { signedIn: boolean }) {
  const { offered, label, starting, start } = useSignIn()
  return (
    <EmptyState
      level={1}
      icon={ShieldX}
      title="Admins only"
      action={
        signedIn || !offered ? (
          <LinkButton to="/workflows" kind="secondary">
            Browse Workflows
          </LinkButton>
        ) : (
          <Button busy={starting} onClick={() => void start({ returns: true })}>
            {label}
          </Button>
        )
      }
    >
      {signedIn
        ? 'This account may not see this page. Sign in with an address the operator has named.'
        : 'Sign in with an admin account to see this page.'}
    </EmptyState>
  )
}
