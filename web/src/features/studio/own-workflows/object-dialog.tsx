import { useQueryClient } from '@tanstack/react-query'
import { OBJECTION_MAX } from '@vignette/contract/recipe-limits.ts'
import { useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { createUuid } from '../../../lib/browser.ts'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

export function ObjectDialog({
  recipe,
  onClose,
}: {
  recipe: { id: string; name: string }
  onClose: () => void
}) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  // One dialog objects once, however often its button is pressed.
  const key = useRef(createUuid())
  return (
    <ActionDialog
      title="Object to the hiding?"
      description={`An admin looks at “${recipe.name}” again and reads what you write.`}
      label="Send objection"
      act={async () => {
        if (!text.trim()) {
          setFault('Please write why it should be shown')
          return false
        }
        await send(client, 'objectToHiding', {
          params: { id: recipe.id },
          body: { text },
          idempotencyKey: key.current,
        })
        track('hiding_objected', { workflow_id: recipe.id })
        toast('Your objection was sent')
      }}
      onClose={onClose}
    >
      <Textarea
        label="Why should it be shown?"
        rows={5}
        maxLength={OBJECTION_MAX}
        value={text}
        error={fault}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
      />
    </ActionDialog>
  )
}
