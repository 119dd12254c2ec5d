import { formatCents } from '@vignette/contract/money.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import type { Sale } from '../api.ts'
import {
  describeOrigin,
  describeSaleDispute,
  describeSaleMoney,
  describeSaleRefund,
  describeState,
  STATE_WORDS,
} from '../describe-sale.ts'
import { RefundDialog } from './refund-dialog.tsx'

export function SaleList({ sales }: { sales: Sale[] }) {
  const [refunding, setRefunding] = useKeptState<Sale | undefined>('refunding', undefined)
  return (
    <>
      <ul>
        {sales.map((sale) => (
          <li key={sale.id} className="border-t border-line first:border-t-0">
            <details className="group">
              <summary className="-mx-3 flex cursor-pointer list-none flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-3 py-3.5 transition-colors hover:bg-sunken [&::-webkit-details-marker]:hidden">
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-2 font-medium break-words">{sale.workflow_name}</span>
                  <span className="block text-sm text-muted">
                    <time dateTime={sale.sold_at}>
                      {formatLocalMinute(sale.sold_at, 'numeric')}
                    </time>{' '}
                    · version {sale.workflow_version}
                  </span>
                </span>
                <Badge tone={STATE_WORDS[sale.state].tone}>{describeState(sale)}</Badge>
                <span className="w-20 shrink-0 text-right tabular-nums">
                  <span className="block font-medium">{formatCents(sale.share)}</span>
                  <span className="block text-sm text-muted">of {formatCents(sale.price)}</span>
                </span>
                <svg
                  aria-hidden
                  viewBox="0 0 16 16"
                  className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
                >
                  <path
                    d="m4 6 4 4 4-4"
                    fill="none"
                    stroke="currentColor"
                    strokeWidth="1.6"
                    strokeLinecap="round"
                  />
                </svg>
                <span className="basis-full text-sm break-words text-muted empty:hidden">
                  {describeOrigin(sale)}
                </span>
              </summary>
              <SaleDetails sale={sale} onRefund={() => setRefunding(sale)} />
            </details>
          </li>
        ))}
      </ul>
      {refunding && <RefundDialog sale={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

function SaleDetails({ sale, onRefund }: { sale: Sale; onRefund: () => void }) {
  return (
    <div className="flex flex-col items-start gap-3 pt-1 pb-6">
      {describeSaleMoney(sale, new Date()).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {sale.refunds.map((refund, at) => (
        <div key={`${refund.created_at} ${at}`} className="max-w-full">
          <p className="break-words">{describeSaleRefund(refund)}</p>
          {refund.note && (
            <blockquote className="mt-1 border-l-2 border-line-strong pl-3 text-sm break-words">
              {refund.note}
            </blockquote>
          )}
        </div>
      ))}
      {sale.disputes.map((dispute, at) => (
        <p key={`${dispute.created_at} ${at}`}>{describeSaleDispute(dispute)}</p>
      ))}
      <Link
        to={`/workflows/${sale.workflow_id}`}
        className="-my-2.5 max-w-full py-2.5 break-words underline underline-offset-4"
      >
        {sale.workflow_name}
      </Link>
      <p className="font-mono text-2xs break-all text-muted">No. {sale.id}</p>
      {sale.refundable > 0 ? (
        <Button kind="secondary" onClick={onRefund}>
          Refund…
        </Button>
      ) : (
        sale.refund_refusal && <p className="text-sm text-muted">{sale.refund_refusal}</p>
      )}
    </div>
  )
}
