import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminShell } from './components/admin-shell.tsx'

export function AdminCasesPage() {
  return (
    <AdminShell title="Cases">
      <EmptyState title="No case is open">
        What buyers say is wrong with a creation they paid for will be decided here.
      </EmptyState>
    </AdminShell>
  )
}
