import { useQueryClient } from '@tanstack/react-query'
import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Textarea } from '../../../ui/field.tsx'
import { CheckedActionDialog } from './checked-action-dialog.tsx'

export function RefuseDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useKeptState(`refuse ${view.id}`, '')
  return (
    <CheckedActionDialog
      title="Refuse this case"
      description="Nothing is given back. Buyer and creator read the reason."
      button="Refuse"
      danger
      done="The case was refused"
      fault={reason.trim().length < 3 ? 'Please give a reason' : undefined}
      onClose={onClose}
      act={() => send(client, 'refuseCase', { params: { id: view.id }, body: { reason } })}
    >
      {(error) => (
        <Textarea
          label="Reason"
          rows={4}
          maxLength={CASE.noteMax}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </CheckedActionDialog>
  )
}
