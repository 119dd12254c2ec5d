import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { AdminShell } from './components/admin-shell.tsx'
import { ReportsQueue } from './components/reports-queue.tsx'

export function AdminReportsPage() {
  useEffect(() => track('admin_viewed', { tab: 'reports' }), [])
  return (
    <AdminShell title="Reports" call="listReports">
      <ReportsQueue />
    </AdminShell>
  )
}
