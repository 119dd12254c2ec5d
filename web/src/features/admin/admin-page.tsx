import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { AuditLog } from './components/audit-log.tsx'
import { CreatorApproval } from './components/creator-approval.tsx'
import { ReportsQueue } from './components/reports-queue.tsx'

const TABS = ['reports', 'audit', 'creators'] as const

export function AdminPage() {
  return (
    <AdminShell title="Admin">
      <AdminScreen />
    </AdminShell>
  )
}

function AdminScreen() {
  const [search, setSearch] = useQueryParams()
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'reports'
  useEffect(() => track('admin_viewed', { tab }), [tab])
  return (
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
  )
}
