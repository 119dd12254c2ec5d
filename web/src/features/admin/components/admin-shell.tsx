import type { ReactNode } from 'react'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ShieldX } from '../../../ui/icons.tsx'
import { PageNav } from '../../../ui/page-nav.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'

const LINKS = [
  { to: '/admin', label: 'Moderation' },
  { to: '/admin/payouts', label: 'Payouts' },
  { to: '/admin/cases', label: 'Cases' },
  { to: '/admin/disputes', label: 'Disputes' },
] as const

/** The frame of each of the operator's screens: shown to admins only, with links to all these screens. */
export function AdminShell({ title, children }: { title: string; children: ReactNode }) {
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
  if (!user?.roles.includes('admin')) return <Forbidden signedIn={user !== null} />
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <PageNav label="Admin pages" links={LINKS} />
      <div className="mt-8">{children}</div>
    </div>
  )
}

function Forbidden({ signedIn }: { signedIn: boolean }) {
  return (
    <EmptyState
      level={1}
      icon={ShieldX}
      title="Admins only"
      action={
        <LinkButton to="/workflows" kind="secondary">
          Browse Workflows
        </LinkButton>
      }
    >
      {signedIn
        ? 'This account may not see this page. Sign in with an address the operator has named.'
        : 'Sign in with an admin account to see this page.'}
    </EmptyState>
  )
}
