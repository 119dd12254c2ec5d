import { parseCents } from '@vignette/contract/parse-cents.ts'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AmountInput, askForAmount } from './amount-input.tsx'

const EXTENTS = [
  { value: 'all', label: 'Everything' },
  { value: 'part', label: 'An amount' },
]

/** Keeps money of a creator back: a creator from the list, or one whose name the admin types. */
export function HoldDialog({
  creator,
  onClose,
}: {
  creator?: { principal_id: string; handle: string }
  onClose: () => void
}) {
  const form = useForm({
    keep: `hold ${creator?.principal_id ?? ''}`,
    first: { creator: '', extent: 'all', amount: '', reason: '', until: '' },
    check: (text) => ({
      creator: !creator && !text.creator.trim() && 'Please name a creator',
      amount: text.extent === 'part' && !parseCents(text.amount) && askForAmount(1250),
      reason: text.reason.trim().length < 3 && 'Please say why; the creator reads it',
    }),
    act: (text, { client }) =>
      send(client, 'setPayoutHold', {
        body: {
          principal_id: creator?.principal_id ?? text.creator.trim(),
          reason: text.reason.trim(),
          ...(text.extent === 'part' ? { amount: parseCents(text.amount) } : {}),
          ...(text.until ? { until: `${text.until}T00:00:00.000Z` } : {}),
        },
      }),
    done: (_, { extent }) => {
      track('payout_hold_set', { all: extent === 'all' })
      toast('The hold is in force')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={creator ? `Hold money of @${creator.handle}?` : 'Set a hold'}
      description="Held money stays the creator’s and does not go with payouts until the hold ends."
      label="Set hold"
      danger
      onClose={onClose}
    >
      {!creator && (
        <Input
          label="Creator"
          hint="The handle, such as @ada, or the account id."
          maxLength={65}
          spellCheck={false}
          autoComplete="off"
          {...form.field('creator')}
        />
      )}
      <RadioGroup legend="Held" options={EXTENTS} {...form.choice('extent')} />
      {form.values.extent === 'part' && <AmountInput {...form.field('amount')} />}
      <Textarea
        label="Reason"
        hint="The creator reads it as it is."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
      <Input
        label="Until (optional)"
        hint="The hold ends as this day begins, UTC."
        type="date"
        {...form.field('until')}
      />
    </FormDialog>
  )
}
