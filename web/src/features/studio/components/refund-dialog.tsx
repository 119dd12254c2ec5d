import { labelCurrency } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { SALE_REFUND } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { REFUND_REASONS, type RefundReason } from '@vignette/contract/sale-words.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Input, Select, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Sale } from '../api.ts'
import { refundCost } from '../describe-sale.ts'

const REASONS = Object.entries(REFUND_REASONS).map(([value, label]) => ({ value, label }))

/** Takes amount, reason and note, and shows what the refund takes from the creator's balance. */
export function RefundDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const amountOf = ({ extent, part }: { extent: string; part: string }) => {
    const cents = extent === 'whole' ? sale.refundable : parseCents(part)
    return cents !== undefined && cents >= 1 && cents <= sale.refundable ? cents : undefined
  }
  const form = useForm({
    keep: `refund ${sale.id}`,
    first: { extent: 'whole', part: '', reason: '' as RefundReason | '', note: '' },
    act: async (values, { client, key }) => {
      const { reason, note } = values
      const amount = amountOf(values)
      if (!amount || !reason) throw new Error('Please say how much and why')
      const answer = await send(client, 'refundSale', {
        params: { id: sale.id },
        body: { amount, reason, note },
        idempotencyKey: key,
      })
      track('sale_refunded')
      const made = answer.refunds.at(-1)
      if (made?.state === 'failed') {
        // The next try is another refund.
        form.set({})
        throw new Error(`The refund was refused: ${made.failure ?? 'the bank sent it back'}`)
      }
      return { amount, isRequested: made?.state === 'requested' }
    },
    done: ({ amount, isRequested }) => {
      toast(
        isRequested
          ? `The refund of ${formatCents(amount)} is on its way`
          : `${formatCents(amount)} refunded`,
      )
      onClose()
    },
    failed: 'The refund failed. Please try again.',
  })
  const { extent, part, reason, note } = form.values
  const amount = amountOf(form.values)

  return (
    <FormDialog
      form={form}
      title="Refund this sale?"
      description={`“${sale.workflow_name}”. The buyer keeps the creation and is told of the refund with your reason.`}
      label={`Refund ${amount ? formatCents(amount) : ''}`}
      danger
      disabled={!amount || !reason}
      onClose={onClose}
    >
      <RadioGroup
        legend="How much?"
        options={[
          { value: 'whole', label: `All that is left: ${formatCents(sale.refundable)}` },
          { value: 'part', label: 'A part' },
        ]}
        {...form.choice('extent')}
      />
      {extent === 'part' && (
        <Input
          label={`Amount in ${labelCurrency()}`}
          inputMode="decimal"
          placeholder="1.00"
          autoComplete="off"
          required
          {...form.field('part')}
          error={
            part && !amount
              ? `Between ${formatCents(1)} and ${formatCents(sale.refundable)}.`
              : undefined
          }
        />
      )}
      <Select
        label="Reason"
        placeholder="Choose a reason"
        options={REASONS}
        required
        {...form.field('reason')}
      />
      <Textarea
        label="Note to the buyer (optional)"
        hint="The buyer reads it on the receipt and in a letter."
        rows={3}
        maxLength={SALE_REFUND.noteMax}
        value={note}
        onChange={(event) => form.set({ note: event.target.value.replace(/[\r\n]+/g, ' ') })}
      />
      {amount && <Preview sale={sale} amount={amount} />}
    </FormDialog>
  )
}

function Preview({ sale, amount }: { sale: Sale; amount: number }) {
  const cost = refundCost(sale, amount)
  return (
    <p role="status" className="text-sm text-muted">
      The buyer gets {formatCents(amount)} back: {formatCents(cost)} from your balance, the rest
      from the platform’s share.
      {sale.paid > 0 &&
        ` This sale was part of a payout, so your balance may fall below zero; your next sales then make up for it. Where you would owe back more than ${formatCents(SALE_REFUND.owedAtMostCents)}, please ask us instead.`}
    </p>
  )
}
