import { useQueryClient } from '@tanstack/react-query'
import type { ReportView } from '@vignette/contract/moderation.ts'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { actOnReport } from '../api/act-on-report.ts'
import type { ActionWords } from '../list-actions.ts'

export interface Decision {
  report: ReportView
  words: ActionWords
}

/** Describes the action and takes the note for the audit log. */
export function ActionDialog({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { report, words } = decision
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  async function act(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await actOnReport(client, report.id, { action: words.action, note })
      toast(`${words.label}: done`)
      onClose()
    } catch (error) {
      setFault(readReason(error, 'It could not be done. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title={`${words.label}?`}
      description={`“${report.subject_title || 'Untitled'}” by @${report.author_handle}. ${words.asks}`}
    >
      <form onSubmit={(event) => void act(event)} className="flex flex-col gap-5">
        <Textarea
          label="Note for the audit log (optional)"
          rows={3}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {fault && <Alert tone="danger">{fault}</Alert>}
        <Button type="submit" kind={words.danger ? 'danger' : 'primary'} busy={busy}>
          {words.label}
        </Button>
      </form>
    </Dialog>
  )
}
