import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { labelCurrency, writeCents } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { send } from '../../../../lib/api.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { Input, Textarea } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.tsx'

export function GrantDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const most = view.amount - view.refunded
  const readSum = (sum: string) => {
    const cents = parseCents(/\.\d$/.test(sum.trim()) ? `${sum.trim()}0` : sum)
    return cents !== undefined && cents >= 1 && cents <= most ? cents : undefined
  }
  const form = useForm({
    keep: `grant ${view.id}`,
    first: { sum: writeCents(most), note: '' },
    check: ({ sum }) => ({
      sum: !readSum(sum) && `Please enter between ${formatCents(1)} and ${formatCents(most)}`,
    }),
    // A refund of the whole rest sends no sum: the server then subtracts a refund that was made at
    // the same moment.
    act: ({ sum, note }, { client }) => {
      const amount = readSum(sum)
      return send(client, 'grantCase', {
        params: { id: view.id },
        body: { ...(amount === most || amount === undefined ? {} : { amount }), note },
      })
    },
    done: (_, { sum }) => {
      toast(`${formatCents(readSum(sum) ?? 0)} goes back to the buyer`)
      onClose()
    },
  })
  const cents = readSum(form.values.sum)
  return (
    <FormDialog
      form={form}
      title="Give the money back"
      description={
        view.side === 'creator'
          ? 'Your share of it is taken from your earnings.'
          : 'The creator’s share of it is taken from the creator’s earnings.'
      }
      label={cents ? `Give back ${formatCents(cents)}` : 'Give back'}
      onClose={onClose}
    >
      <Input
        label={`Sum in ${labelCurrency()}`}
        inputMode="decimal"
        hint={`The buyer paid ${formatCents(view.amount)}${view.refunded > 0 ? `, of which ${formatCents(view.refunded)} was refunded` : ''}.`}
        {...form.field('sum')}
      />
      <Textarea
        label="Note to the buyer (optional)"
        rows={3}
        maxLength={CASE.noteMax}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
