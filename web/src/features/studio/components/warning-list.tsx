import { useMutation } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

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
  const refund = useMutation({
    ...apiMutation('refundWarnedPayment'),
    onSuccess: (refunded) => toast(`${formatCents(refunded.amount)} is refunded`),
  })
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
      {refund.isError && (
        <Alert tone="danger">
          {readReason(refund.error, 'It could not be refunded. Please try again.')}
        </Alert>
      )}
      <div>
        <Button
          kind="secondary"
          busy={refund.isPending || refund.isSuccess}
          onClick={() => refund.mutate({ params: { id: warning.payment_id } })}
        >
          Refund {amount}
          <span className="sr-only"> for “{warning.recipe}”</span>
        </Button>
      </div>
    </article>
  )
}
