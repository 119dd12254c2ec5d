import { useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refundWarnedPayment } from '../api/refund-warned-payment.ts'

type Warning = Answer<'listDisputes'>['warnings'][number]

/** Sales that a refund may save from a dispute. */
export function WarningList({ warnings }: { warnings: Warning[] }) {
  return (
    <section aria-labelledby="warnings">
      <h2 id="warnings" className="text-xl font-semibold">
        Warnings of fraud
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        A bank thinks that the card was stolen. A dispute often follows, and the money goes then
        anyway. A refund now prevents the dispute.
      </p>
      <ul className="mt-4 flex flex-col gap-4">
        {warnings.map((warning) => (
          <li key={warning.payment_id}>
            <WarningItem warning={warning} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WarningItem({ warning }: { warning: Warning }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  async function refund() {
    setBusy(true)
    setFault(undefined)
    try {
      toast(`${formatCents(await refundWarnedPayment(client, warning.payment_id))} is refunded`)
    } catch (error) {
      setFault(readReason(error, 'It could not be refunded. Please try again.'))
      setBusy(false)
    }
  }

  const amount = formatCents(warning.amount)
  return (
    <article className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <h3 className="text-lg font-semibold break-words">
        {amount} for “{warning.recipe}”
      </h3>
      <p className="text-muted">
        Warned on {formatLongDate(warning.warned_at)}. A refund takes {formatCents(warning.share)},
        your part, from your balance.
      </p>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <div>
        <Button kind="secondary" busy={busy} onClick={() => void refund()}>
          Refund {amount}
          <span className="sr-only"> for “{warning.recipe}”</span>
        </Button>
      </div>
    </article>
  )
}
