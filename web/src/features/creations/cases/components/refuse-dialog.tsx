import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { send } from '../../../../lib/api.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { Textarea } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.tsx'

export function RefuseDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const form = useForm({
    keep: `refuse ${view.id}`,
    first: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < 3 && 'Please give a reason' }),
    act: (body, { client }) => send(client, 'refuseCase', { params: { id: view.id }, body }),
    done: () => {
      toast('The case was refused')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Refuse this case"
      description="Nothing is given back. Buyer and creator read the reason."
      label="Refuse"
      danger
      onClose={onClose}
    >
      <Textarea label="Reason" rows={4} maxLength={CASE.noteMax} {...form.field('reason')} />
    </FormDialog>
  )
}
