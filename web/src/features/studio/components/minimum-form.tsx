import { labelCurrency, writeCents } from '@vignette/contract/currency.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The least sum that the creator wants sent. */
export function MinimumForm({ minimum }: { minimum: number }) {
  const range = `Between ${formatCents(PAYOUT.minCents)} and ${formatCents(PAYOUT.maxMinCents)}`
  const form = useForm({
    keep: 'payout minimum',
    first: { minimum: writeCents(minimum) },
    check: (text) => {
      const cents = parseCents(text.minimum)
      const fits = cents !== undefined && cents >= PAYOUT.minCents && cents <= PAYOUT.maxMinCents
      return { minimum: !fits && `${range}, please` }
    },
    act: (text, { client }) =>
      send(client, 'updatePayoutSettings', { body: { minimum: parseCents(text.minimum) ?? 0 } }),
    done: (_, text) => {
      track('payout_minimum_chosen')
      toast(`Payouts begin at ${formatCents(parseCents(text.minimum) ?? 0)}`)
    },
    failed: 'It could not be saved. Please try again.',
    at: 'minimum',
  })
  return (
    <Form form={form} className="mt-5 flex flex-col items-start gap-3">
      <Input
        label={`Pay out from, in ${labelCurrency()}`}
        hint={`${range}; less waits for more.`}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('minimum')}
      />
      <Submit form={form} kind="secondary">
        Save minimum
      </Submit>
    </Form>
  )
}
