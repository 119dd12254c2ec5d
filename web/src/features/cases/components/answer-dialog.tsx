import { useQueryClient } from '@tanstack/react-query'
import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Textarea } from '../../../ui/field.tsx'
import { CheckedActionDialog } from './checked-action-dialog.tsx'

export function AnswerDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useKeptState(`answer ${view.id}`, '')
  return (
    <CheckedActionDialog
      title="Answer the buyer"
      description="The buyer reads this. We decide afterwards; you can answer once."
      button="Send answer"
      done="Your answer was sent"
      fault={text.trim().length < 3 ? 'Please write an answer' : undefined}
      onClose={onClose}
      act={() => send(client, 'answerCase', { params: { id: view.id }, body: { text } })}
    >
      {(error) => (
        <Textarea
          label="Your answer"
          rows={5}
          maxLength={CASE.textMax}
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </CheckedActionDialog>
  )
}
