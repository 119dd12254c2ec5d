import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminShell } from './components/admin-shell.tsx'

export function AdminPayoutsPage() {
  return (
    <AdminShell title="Payouts">
      <EmptyState title="Runs are on the command line">
        Preview and start a run there with payouts preview and payouts run.
      </EmptyState>
    </AdminShell>
  )
}
