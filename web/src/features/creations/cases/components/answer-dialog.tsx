import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { send } from '../../../../lib/api.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { Textarea } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.tsx'

export function AnswerDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const form = useForm({
    keep: `answer ${view.id}`,
    first: { text: '' },
    check: ({ text }) => ({ text: text.trim().length < 3 && 'Please write an answer' }),
    act: (body, { client }) => send(client, 'answerCase', { params: { id: view.id }, body }),
    done: () => {
      toast('Your answer was sent')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Answer the buyer"
      description="The buyer reads this. We decide afterwards; you can answer once."
      label="Send answer"
      onClose={onClose}
    >
      <Textarea label="Your answer" rows={5} maxLength={CASE.textMax} {...form.field('text')} />
    </FormDialog>
  )
}
