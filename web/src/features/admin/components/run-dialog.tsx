import { useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { refresh, send } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { ActionDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { countCreators, countPayouts } from '../describe-payouts.ts'

const GOES: Record<Answer<'previewPayoutRun'>['vendor'], string> = {
  stripe: 'Stripe sends it to their accounts. A payout that has left cannot be called back here.',
  sandbox: 'This is test money: no bank gets anything.',
  manual: 'Nothing leaves by itself: the run is a list for your bank, to be marked paid or failed.',
}

/** Names the sum and the count that the operator confirms; the server pays these or nothing. */
export function RunDialog({
  preview,
  onStarted,
  onClose,
}: {
  preview: Answer<'previewPayoutRun'>
  onStarted: (runId: string) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  // The figures that were read stay, whatever is loaded meanwhile.
  const [{ total, payouts, at, vendor }] = useState(preview)
  return (
    <ActionDialog
      title={`Pay ${formatCents(total)} to ${countCreators(payouts)}?`}
      description={GOES[vendor]}
      label={`Pay ${formatCents(total)}`}
      onClose={onClose}
      act={async () => {
        const made = await send(client, 'startPayoutRun', { body: { total, payouts, at } }).catch(
          async (refusal) => {
            // The preview has changed since.
            await refresh(client, 'startPayoutRun')
            throw refusal
          },
        )
        track('payout_run_started', { payouts: made.payouts.length })
        const rest = total - made.total
        const changed = rest > 0 ? `; ${formatCents(rest)} changed meanwhile and waits` : ''
        toast(`${formatCents(made.total)} in ${countPayouts(made.payouts.length)}${changed}`)
        onStarted(made.run_id)
      }}
    />
  )
}
