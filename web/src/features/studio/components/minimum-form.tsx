import { useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { updatePayoutSettings } from '../api/update-payout-settings.ts'

const RANGE = `Between ${formatCents(PAYOUT.minCents)} and ${formatCents(PAYOUT.maxMinCents)}`

/** The least sum that the creator wants sent. */
export function MinimumForm({ minimum }: { minimum: number }) {
  const client = useQueryClient()
  const [text, setText] = useKeptState('payout minimum', (minimum / 100).toFixed(2))
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  async function choose(event: FormEvent) {
    event.preventDefault()
    const cents = parseCents(text)
    if (cents === undefined || cents < PAYOUT.minCents || cents > PAYOUT.maxMinCents) {
      return setFault(`${RANGE}, please`)
    }
    setBusy(true)
    try {
      await updatePayoutSettings(client, cents)
      toast(`Payouts begin at ${formatCents(cents)}`)
    } catch (error) {
      setFault(readReason(error, 'It could not be saved. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="mt-5 flex flex-col items-start gap-3"
      onSubmit={(event) => void choose(event)}
    >
      <Input
        label="Pay out from, in dollars"
        hint={`${RANGE}; less waits for more.`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={fault}
        onChange={(event) => {
          setText(event.target.value)
          setFault(undefined)
        }}
      />
      <Button type="submit" kind="secondary" busy={busy}>
        Save minimum
      </Button>
    </form>
  )
}
