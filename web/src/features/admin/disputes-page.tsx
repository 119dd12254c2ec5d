import { AdminShell } from './components/admin-shell.tsx'
import { Disputes } from './components/disputes.tsx'

export function AdminDisputesPage() {
  return (
    <AdminShell title="Disputes" call="listAllDisputes">
      <Disputes />
    </AdminShell>
  )
}
