import { CaseList } from '../creations/index.ts'
import { AdminShell } from './components/admin-shell.tsx'

export function AdminCasesPage() {
  return (
    <AdminShell title="Cases" call="listAllCases">
      <CaseList side="operator" />
    </AdminShell>
  )
}
