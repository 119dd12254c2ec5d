import { formatCents } from '@vignette/contract/money.ts'
import type { RunPayoutView } from '@vignette/contract/payouts.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

export interface Marking {
  payout: RunPayoutView
  outcome: 'paid' | 'failed'
}

/** Takes the bank's word about a payout that was made by hand. */
export function MarkDialog({ marking, onClose }: { marking: Marking; onClose: () => void }) {
  const { payout, outcome } = marking
  const form = useForm({
    keep: `mark ${payout.id} ${outcome}`,
    first: { text: '' },
    check: ({ text }) => ({
      text:
        outcome === 'paid'
          ? !text.trim() && 'Please enter the bank’s reference'
          : text.trim().length < 3 && 'Please say why; the creator reads it',
    }),
    act: async ({ text }, { client }) => {
      const params = { id: payout.id }
      const said = text.trim()
      if (outcome === 'paid')
        await send(client, 'markPayoutPaid', { params, body: { reference: said } })
      else await send(client, 'markPayoutFailed', { params, body: { reason: said } })
    },
    done: () => {
      track('payout_marked', { outcome })
      toast(`Marked as ${outcome}`)
      onClose()
    },
  })
  const what = `${formatCents(payout.amount)} to @${payout.handle}`
  if (outcome === 'paid') {
    return (
      <FormDialog
        form={form}
        title="Mark as paid?"
        description={`Your bank paid ${what}. The creator is told, and reads the reference.`}
        label="Mark paid"
        onClose={onClose}
      >
        <Input
          label="Reference of the bank"
          maxLength={140}
          autoComplete="off"
          {...form.field('text')}
        />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title="Mark as failed?"
      description={`${what} did not arrive. The money is the creator’s again and leaves with the next run.`}
      label="Mark failed"
      danger
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        hint="The creator reads it as it is."
        rows={3}
        maxLength={500}
        {...form.field('text')}
      />
    </FormDialog>
  )
}
