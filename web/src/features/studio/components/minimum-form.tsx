import { useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYOUT } from '@vignette/contract/money-limits.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { type FormEvent, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

const RANGE = `Between ${formatCents(PAYOUT.minCents)} and ${formatCents(PAYOUT.maxMinCents)}`

/** The least sum that the creator wants sent. */
export function MinimumForm({ minimum }: { minimum: number }) {
  const [text, setText] = useKeptState('payout minimum', (minimum / 100).toFixed(2))
  const [fault, setFault] = useState<string | undefined>()
  const saving = useMutation({
    ...apiMutation('updatePayoutSettings'),
    onSuccess: (_, { body }) => {
      track('payout_minimum_chosen')
      toast(`Payouts begin at ${formatCents(body.minimum)}`)
    },
    onError: (error) => setFault(readReason(error, 'It could not be saved. Please try again.')),
  })

  function choose(event: FormEvent) {
    event.preventDefault()
    const cents = parseCents(text)
    if (cents === undefined || cents < PAYOUT.minCents || cents > PAYOUT.maxMinCents) {
      return setFault(`${RANGE}, please`)
    }
    saving.mutate({ body: { minimum: cents } })
  }

  return (
    <form noValidate className="mt-5 flex flex-col items-start gap-3" onSubmit={choose}>
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
      <Button type="submit" kind="secondary" busy={saving.isPending}>
        Save minimum
      </Button>
    </form>
  )
}
