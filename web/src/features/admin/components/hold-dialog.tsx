import { useQueryClient } from '@tanstack/react-query'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Input, Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

type FieldName = 'creator' | 'amount' | 'reason' | 'until'

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
  const client = useQueryClient()
  const name = `hold ${creator?.principal_id ?? ''}`
  const [text, setText] = useKeptState(name, { creator: '', amount: '', reason: '', until: '' })
  const [extent, setExtent] = useKeptState(`${name} extent`, 'all')
  const [faults, setFaults] = useState<Partial<Record<FieldName, string | undefined>>>({})

  const field = (name: FieldName) => ({
    value: text[name],
    error: faults[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      setText({ ...text, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })

  async function act(): Promise<boolean> {
    const id = creator?.principal_id ?? text.creator.trim()
    const cents = parseCents(text.amount)
    const wrong: typeof faults = {
      ...(id ? {} : { creator: 'Please name a creator' }),
      ...(extent === 'part' && !cents ? { amount: 'Please enter dollars, such as 12.50' } : {}),
      ...(text.reason.trim().length < 3 ? { reason: 'Please say why; the creator reads it' } : {}),
    }
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return false
    await send(client, 'setPayoutHold', {
      body: {
        principal_id: id,
        reason: text.reason.trim(),
        ...(extent === 'part' ? { amount: cents } : {}),
        ...(text.until ? { until: `${text.until}T00:00:00.000Z` } : {}),
      },
    })
    track('payout_hold_set', { all: extent === 'all' })
    toast('The hold is in force')
    return true
  }

  return (
    <ActionDialog
      title={creator ? `Hold money of @${creator.handle}?` : 'Set a hold'}
      description="Held money stays the creator’s and does not go with payouts until the hold ends."
      label="Set hold"
      danger
      onClose={onClose}
      act={act}
    >
      {!creator && (
        <Input
          label="Creator"
          hint="The handle, such as @ada, or the account id."
          maxLength={65}
          spellCheck={false}
          {...field('creator')}
        />
      )}
      <RadioGroup legend="Held" options={EXTENTS} value={extent} onChange={setExtent} />
      {extent === 'part' && (
        <Input label="Amount in dollars" inputMode="decimal" {...field('amount')} />
      )}
      <Textarea
        label="Reason"
        hint="The creator reads it as it is."
        rows={3}
        maxLength={500}
        {...field('reason')}
      />
      <Input
        label="Until (optional)"
        hint="The hold ends as this day begins, UTC."
        type="date"
        {...field('until')}
      />
    </ActionDialog>
  )
}
