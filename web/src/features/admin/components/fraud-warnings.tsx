import { useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

type Warning = Answer<'listAllDisputes'>['warnings'][number]

/** Payments whose bank warned of fraud; nothing where there are none. */
export function FraudWarnings({ warnings }: { warnings: Warning[] }) {
  const { mutate, isPending, error, variables } = useMutation({
    ...apiMutation('refundWarnedPayment'),
    onSuccess: ({ amount }) => toast(`${formatCents(amount)} is refunded`),
  })
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="warnings">
      <h2 id="warnings" className="text-xl font-semibold">
        Warnings of fraud
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        A refund now costs the card fee; the dispute that often follows costs the money and the
        gateway’s fee for disputes.
      </p>
      {error && (
        <Alert tone="danger">
          {readReason(error, 'It could not be refunded. Please try again.')}
        </Alert>
      )}
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
              busy={isPending && variables.params.id === payment_id}
              disabled={isPending}
              onClick={() => mutate({ params: { id: payment_id } })}
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
