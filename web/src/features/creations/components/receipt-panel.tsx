import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { configQuery } from '../../../lib/config.ts'
import { formatLocalDate, formatLocalMinute } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ContactAddress } from '../../../ui/contact-address.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { receiptQuery } from '../api.ts'
import { describePayment, listReceiptLines } from '../describe-payment.ts'
import { CasePanel } from '../lazy-parts.ts'

/** For the buyer; a free run has no receipt, so the panel is empty. */
export function ReceiptPanel({ creationId }: { creationId: string }) {
  const query = useQuery(receiptQuery(creationId))
  return (
    <QueryState query={query} line failed="Your receipt could not be loaded">
      {({ receipt }) =>
        receipt && (
          <div>
            <Receipt receipt={receipt} />
            <Link
              to="/profile?tab=purchases"
              className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-ink"
            >
              All your purchases
            </Link>
          </div>
        )
      }
    </QueryState>
  )
}

const WithdrawalPanel = lazyPart(
  async () => (await import('./withdrawal-panel.tsx')).WithdrawalPanel,
)
const InvoicePanel = lazyPart(async () => (await import('./invoice-panel.tsx')).InvoicePanel)

/**
 * `token`: the token in the link of a letter, where the reader opened the receipt by such a link.
 */
export function Receipt({ receipt, token }: { receipt: ReceiptView; token?: string }) {
  const state = describePayment(receipt)
  const { data: config } = useQuery(configQuery)
  const seller = receipt.seller ?? config?.operator
  return (
    <section
      aria-labelledby="receipt"
      className="rounded-lg border border-line bg-surface p-5 tabular-nums"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="receipt" className="mr-auto text-lg font-semibold">
          Receipt
        </h2>
        {receipt.test_mode && <Badge tone="warn">Test mode</Badge>}
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <dl className="mt-4 flex flex-col gap-1.5 text-sm">
        <Line
          label="Recipe"
          value={`${receipt.workflow_name}, version ${receipt.workflow_version}`}
        />
        {seller && <Line label="Sold by" value={seller} />}
        <Line
          label={receipt.captured_at ? 'Charged' : 'Authorised'}
          value={formatLocalDate(
            receipt.captured_at ?? receipt.authorized_at ?? receipt.created_at,
          )}
        />
        {receipt.ended_at && <Line label="Let go" value={formatLocalMinute(receipt.ended_at)} />}
        <Line label="Price" value={formatCents(receipt.amount)} strong={!receipt.ended_at} />
        {receipt.ended_at ? (
          <Line label="Charged to you" value={formatCents(0)} strong />
        ) : (
          listReceiptLines(receipt).map((line) => (
            <Line key={line.label} label={line.label} value={line.amount} />
          ))
        )}
      </dl>
      <Refunds refunds={receipt.refunds} />
      {receipt.next && (
        <p className="mt-4 border-t border-line pt-3 text-sm">
          <span className="font-medium">What happens next: </span>
          <span className="text-muted">{receipt.next}</span>
        </p>
      )}
      {receipt.withdrawal && (
        <WithdrawalPanel
          view={receipt.withdrawal}
          of={{ paymentId: receipt.id, ...(token && { token }) }}
        />
      )}
      {receipt.captured_at && <CasePanel subject={token ? { token } : { paymentId: receipt.id }} />}
      {config?.contact && (
        <p className="mt-3 text-sm text-muted">
          Another question? Write to{' '}
          <ContactAddress contact={config.contact} className="break-words underline" /> and name the
          number below.
        </p>
      )}
      <p className="mt-3 font-mono text-2xs break-all text-muted">No. {receipt.id}</p>
      {receipt.ended_at && receipt.reference && (
        <p className="mt-1 font-mono text-2xs break-all text-muted">
          At the payment provider: {receipt.reference}
        </p>
      )}
      {config?.invoices && receipt.state === 'captured' && (
        <InvoicePanel of={token ? { token } : { paymentId: receipt.id }} />
      )}
    </section>
  )
}

/** Why money came back or could not, where there is more to say than its sum. */
function Refunds({ refunds }: { refunds: ReceiptView['refunds'] }) {
  const told = refunds.filter(({ why, note, failed }) => failed || (why ?? note))
  if (told.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-3 border-t border-line pt-3 text-sm">
      {told.map(({ amount, failed, why, note, created_at }, at) => (
        <li key={`${created_at} ${at}`}>
          <p>
            {failed
              ? `A refund of ${formatCents(amount)} did not go through: the bank sent the money back.`
              : `${formatCents(amount)} back.`}{' '}
            {why}
          </p>
          {note && (
            <blockquote className="mt-1 border-l-2 border-line-strong pl-3 break-words text-muted">
              {note}
            </blockquote>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className={`min-w-0 text-right break-words ${strong ? 'font-semibold' : ''}`}>{value}</dd>
    </div>
  )
}
