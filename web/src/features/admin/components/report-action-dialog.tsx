import { useQueryClient } from '@tanstack/react-query'
import type { ReportView } from '@vignette/contract/moderation.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ActionWords } from '../list-actions.ts'

export interface Decision {
  report: ReportView
  words: ActionWords
}

/** Describes the action and takes the note for the audit log. */
export function ReportActionDialog({
  decision,
  onClose,
}: {
  decision: Decision
  onClose: () => void
}) {
  const { report, words } = decision
  const client = useQueryClient()
  const [note, setNote] = useKeptState(`act ${report.id} ${words.action}`, '')
  return (
    <ActionDialog
      title={`${words.label}?`}
      description={`“${report.subject_title || 'Untitled'}” by @${report.author_handle}. ${words.asks}`}
      label={words.label}
      danger={words.danger}
      onClose={onClose}
      act={async () => {
        const { action } = words
        await send(client, 'actOnReport', { params: { id: report.id }, body: { action, note } })
        track('report_acted_on', { action })
        toast(`${words.label}: done`)
      }}
    >
      <Textarea
        label="Note for the audit log (optional)"
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ActionDialog>
  )
}
