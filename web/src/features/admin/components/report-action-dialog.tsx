import type { ReportView } from '@vignette/contract/moderation.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
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
  const { action } = words
  const form = useForm({
    keep: `act ${report.id} ${action}`,
    first: { note: '' },
    act: ({ note }, { client }) =>
      send(client, 'actOnReport', { params: { id: report.id }, body: { action, note } }),
    done: () => {
      track('report_acted_on', { action })
      toast(`${words.label}: done`)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={`${words.label}?`}
      description={`“${report.subject_title || 'Untitled'}” by @${report.author_handle}. ${words.asks}`}
      label={words.label}
      danger={words.danger}
      onClose={onClose}
    >
      <Textarea
        label="Note for the audit log (optional)"
        rows={3}
        maxLength={1000}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
