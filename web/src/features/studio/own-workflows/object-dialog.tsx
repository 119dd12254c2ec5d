import { OBJECTION_MAX } from '@vignette/contract/recipe-limits.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

export function ObjectDialog({
  recipe,
  onClose,
}: {
  recipe: { id: string; name: string }
  onClose: () => void
}) {
  const form = useForm({
    first: { text: '' },
    check: ({ text }) => ({ text: !text.trim() && 'Please write why it should be shown' }),
    act: (body, { client, key }) =>
      send(client, 'objectToHiding', { params: { id: recipe.id }, body, idempotencyKey: key }),
    done: () => {
      track('hiding_objected', { workflow_id: recipe.id })
      toast('Your objection was sent')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Object to the hiding?"
      description={`An admin looks at “${recipe.name}” again and reads what you write.`}
      label="Send objection"
      onClose={onClose}
    >
      <Textarea
        label="Why should it be shown?"
        rows={5}
        maxLength={OBJECTION_MAX}
        {...form.field('text')}
      />
    </FormDialog>
  )
}
