import { useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { SALE_REFUND } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { REFUND_REASONS, type RefundReason } from '@vignette/contract/sale-words.ts'
import { type FormEvent, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input, Select, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Sale } from '../api.ts'
import { refundCost } from '../describe-sale.ts'

const REASONS = Object.entries(REFUND_REASONS).map(([value, label]) => ({ value, label }))

interface RefundForm {
  whole: boolean
  part: string
  reason: RefundReason | ''
  note: string
  /** One dialog refunds once, however often its button is pressed, before and after a sign-in. */
  key: string
}

/** Takes amount, reason and note, and shows what the refund takes from the creator's balance. */
export function RefundDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useKeptState<RefundForm>(`refund ${sale.id}`, () => ({
    whole: true,
    part: '',
    reason: '',
    note: '',
    key: createUuid(),
  }))
  const { whole, part, reason, note, key } = form
  const change = (next: Partial<RefundForm>) => setForm((before) => ({ ...before, ...next }))
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  const amount = whole ? sale.refundable : parseCents(part)
  const fits = amount !== undefined && amount >= 1 && amount <= sale.refundable
  const wrong =
    part && !fits ? `Between ${formatCents(1)} and ${formatCents(sale.refundable)}.` : undefined

  async function refund(event: FormEvent) {
    event.preventDefault()
    if (!fits || !reason) return
    setBusy(true)
    setFault(undefined)
    try {
      const answer = await send(client, 'refundSale', {
        params: { id: sale.id },
        body: { amount, reason, note },
        idempotencyKey: key,
      })
      track('sale_refunded')
      const made = answer.refunds.at(-1)
      if (made?.state === 'failed') {
        change({ key: createUuid() })
        throw new Error(`The refund was refused: ${made.failure ?? 'the bank sent it back'}`)
      }
      toast(
        made?.state === 'requested'
          ? `The refund of ${formatCents(amount)} is on its way`
          : `${formatCents(amount)} refunded`,
      )
      onClose()
    } catch (error) {
      setFault(readReason(error, 'The refund failed. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title="Refund this sale?"
      description={`“${sale.workflow_name}”. The buyer keeps the creation and is told of the refund with your reason.`}
    >
      <form onSubmit={(event) => void refund(event)} className="flex flex-col gap-5">
        <RadioGroup
          legend="How much?"
          options={[
            { value: 'whole', label: `All that is left: ${formatCents(sale.refundable)}` },
            { value: 'part', label: 'A part' },
          ]}
          value={whole ? 'whole' : 'part'}
          onChange={(value) => change({ whole: value === 'whole' })}
        />
        {!whole && (
          <Input
            label="Amount in dollars"
            inputMode="decimal"
            placeholder="1.00"
            autoComplete="off"
            required
            value={part}
            error={wrong}
            onChange={(event) => change({ part: event.target.value })}
          />
        )}
        <Select
          label="Reason"
          placeholder="Choose a reason"
          options={REASONS}
          required
          value={reason}
          onChange={(event) => change({ reason: event.target.value as RefundReason | '' })}
        />
        <Textarea
          label="Note to the buyer (optional)"
          hint="The buyer reads it on the receipt and in a letter."
          rows={3}
          maxLength={SALE_REFUND.noteMax}
          value={note}
          onChange={(event) => change({ note: event.target.value.replace(/[\r\n]+/g, ' ') })}
        />
        {fits && <Preview sale={sale} amount={amount} />}
        {fault && <Alert tone="danger">{fault}</Alert>}
        <Button type="submit" kind="danger" busy={busy} disabled={!fits || !reason}>
          Refund {fits ? formatCents(amount) : ''}
        </Button>
      </form>
    </Dialog>
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
