import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { readReason } from '../../lib/api-error.ts'
import { saveAnswer } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { AuditLog } from './components/audit-log.tsx'

export function AdminAuditPage() {
  useEffect(() => track('admin_viewed', { tab: 'audit' }), [])
  return (
    <AdminShell title="Audit log" call="listAuditLog">
      <AuditLog />
      <Download />
    </AdminShell>
  )
}

function Download() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveAnswer('exportAuditLog', {}, 'audit-log.csv'),
    onError: (error) => toast(readReason(error, 'It could not be saved. Please try again.')),
  })
  return (
    <Button kind="secondary" size="sm" busy={isPending} className="mt-6" onClick={() => mutate()}>
      Download CSV
    </Button>
  )
}
