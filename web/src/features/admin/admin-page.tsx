import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShieldX } from '../../ui/icons.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAuth } from '../identity/index.ts'
import { AuditLog } from './components/audit-log.tsx'
import { CreatorApproval } from './components/creator-approval.tsx'
import { ReportsQueue } from './components/reports-queue.tsx'

const TABS = ['reports', 'audit', 'creators'] as const

export function AdminPage() {
  const { user, loading } = useAuth()
  usePageTitle('Admin')
  if (loading) {
    return (
      <>
        <LoadingTitle>Admin</LoadingTitle>
        <div className="shell py-10" role="status" aria-label="Loading">
          <Skeleton className="h-10 w-40" />
          <Skeleton className="mt-8 h-64 w-full rounded-lg" />
        </div>
      </>
    )
  }
  if (!user?.roles.includes('admin')) return <Forbidden signedIn={user !== null} />
  return <AdminScreen />
}

function AdminScreen() {
  const [search, setSearch] = useQueryParams()
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'reports'
  useEffect(() => track('admin_viewed', { tab }), [tab])
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold">Admin</h1>
      <div className="mt-8">
        <Tabs
          label="Admin"
          value={tab}
          onChange={(next) => setSearch(next === 'reports' ? {} : { tab: next })}
          tabs={[
            { value: 'reports', label: 'Reports', content: <ReportsQueue /> },
            { value: 'audit', label: 'Audit log', content: <AuditLog /> },
            { value: 'creators', label: 'Creators', content: <CreatorApproval /> },
          ].map(({ content, ...tab }) => ({
            ...tab,
            content: <div className="pt-3">{content}</div>,
          }))}
        />
      </div>
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
