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

type Warning = Answer<'listAllDisputes'>['warnings'][number]

/** Payments whose bank warned of fraud; nothing where there are none. */
export function FraudWarnings({ warnings }: { warnings: Warning[] }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<string | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  if (warnings.length === 0) return null

  async function refund(id: string) {
    setBusy(id)
    setFault(undefined)
    try {
      toast(`${formatCents(await refundWarnedPayment(client, id))} is refunded`)
    } catch (error) {
      setFault(readReason(error, 'It could not be refunded. Please try again.'))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="warnings">
      <h2 id="warnings" className="text-xl font-semibold">
        Warnings of fraud
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        A refund now costs the card fee; the dispute that often follows costs the money and the
        gateway’s fee for disputes.
      </p>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <ul className="mt-2">
        {warnings.map(({ payment_id, recipe, amount, warned_at, creator_handle }) => (
          <li
            key={payment_id}
            className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-3 first:border-t-0"
          >
            <p className="min-w-0 break-words">
              {formatCents(amount)} for “{recipe}” by @{creator_handle}
              <span className="block text-sm text-muted">
                Warned on {formatLongDate(warned_at)}
              </span>
            </p>
            <Button
              kind="secondary"
              size="sm"
              busy={busy === payment_id}
              disabled={busy !== undefined}
              onClick={() => void refund(payment_id)}
            >
              Refund {formatCents(amount)}
              <span className="sr-only"> for “{recipe}”</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
