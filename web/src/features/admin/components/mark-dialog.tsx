import { useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { RunPayoutView } from '@vignette/contract/payouts.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

export interface Marking {
  payout: RunPayoutView
  outcome: 'paid' | 'failed'
}

/** Takes the bank's word about a payout that was made by hand. */
export function MarkDialog({ marking, onClose }: { marking: Marking; onClose: () => void }) {
  const { payout, outcome } = marking
  const client = useQueryClient()
  const [text, setText] = useKeptState(`mark ${payout.id} ${outcome}`, '')
  const [fault, setFault] = useState<string | undefined>()
  const what = `${formatCents(payout.amount)} to @${payout.handle}`
  const field = {
    value: text,
    error: fault,
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value)
      setFault(undefined)
    },
  }
  const refuse = (why: string) => {
    setFault(why)
    return false
  }
  if (outcome === 'paid') {
    return (
      <ActionDialog
        title="Mark as paid?"
        description={`Your bank paid ${what}. The creator is told, and reads the reference.`}
        label="Mark paid"
        onClose={onClose}
        act={async () => {
          const reference = text.trim()
          if (!reference) return refuse('Please enter the bank’s reference')
          await send(client, 'markPayoutPaid', { params: { id: payout.id }, body: { reference } })
          track('payout_marked', { outcome })
          toast('Marked as paid')
          return true
        }}
      >
        <Input label="Reference of the bank" maxLength={140} autoComplete="off" {...field} />
      </ActionDialog>
    )
  }
  return (
    <ActionDialog
      title="Mark as failed?"
      description={`${what} did not arrive. The money is the creator’s again and leaves with the next run.`}
      label="Mark failed"
      danger
      onClose={onClose}
      act={async () => {
        const reason = text.trim()
        if (reason.length < 3) return refuse('Please say why; the creator reads it')
        await send(client, 'markPayoutFailed', { params: { id: payout.id }, body: { reason } })
        track('payout_marked', { outcome })
        toast('Marked as failed')
        return true
      }}
    >
      <Textarea
        label="Reason"
        hint="The creator reads it as it is."
        rows={3}
        maxLength={500}
        {...field}
      />
    </ActionDialog>
  )
}
