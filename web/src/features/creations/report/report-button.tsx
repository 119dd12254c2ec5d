import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Flag } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ReportSubject } from './report-dialog.tsx'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

export function ReportButton({ subject }: { subject: ReportSubject }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="ghost"
        size="sm"
        className="text-muted"
        onClick={() => {
          track('report_opened', { subject_type: subject.type })
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon of={Flag} size={15} />
        Report
      </Button>
      {wanted && <ReportDialog subject={subject} open={open} onOpenChange={setOpen} />}
    </>
  )
}
