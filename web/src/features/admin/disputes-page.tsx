import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminShell } from './components/admin-shell.tsx'

export function AdminDisputesPage() {
  return (
    <AdminShell title="Disputes">
      <EmptyState title="No dispute waits for an answer">
        What buyers dispute at their banks will be answered here.
      </EmptyState>
    </AdminShell>
  )
}
