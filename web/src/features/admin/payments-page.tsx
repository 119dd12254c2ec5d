import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffPayment } from '@vignette/contract/console.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PAYMENT_STATES, type PaymentState } from '@vignette/contract/payments.ts'
import { apiPages } from '../../lib/api.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPages } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { FindBar } from './components/find-bar.tsx'
import { formatMinute } from './format-minute.ts'

export function AdminPaymentsPage() {
  return (
    <AdminShell title="Payments" call="listAllPayments">
      <Payments />
    </AdminShell>
  )
}

/** The states in the words of the books. */
export const STATE_WORDS: Record<PaymentState, [string, BadgeTone]> = {
  created: ['Checkout open', 'plain'],
  authorized: ['Authorised', 'warn'],
  delivered: ['Proof waits', 'warn'],
  capture_requested: ['Being charged', 'warn'],
  captured: ['Charged', 'good'],
  captured_undelivered: ['Charged, not delivered', 'danger'],
  capture_failed: ['Charge failed', 'danger'],
  release_requested: ['Being released', 'warn'],
  released: ['Released', 'plain'],
  expired: ['Expired', 'plain'],
}

const STATES = [
  { value: '', label: 'Any state' },
  ...PAYMENT_STATES.map((state) => ({ value: state, label: STATE_WORDS[state][0] })),
]

function Payments() {
  const [params] = useQueryParams()
  const q = params.get('q') ?? ''
  const state = PAYMENT_STATES.find((one) => one === params.get('state'))
  const query = useInfiniteQuery(
    apiPages('listAllPayments', { query: { q: q || undefined, state } }),
  )
  return (
    <section aria-label="Payments found">
      <FindBar
        key={q}
        label="Id, e-mail or handle"
        filter={{ name: 'state', label: 'State', options: STATES }}
      />
      <QueryPages
        query={query}
        rows={(page) => page.payments}
        failed="Failed to load payments"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState title={q || state ? 'No such payment' : 'No payment yet'}>
            Ids of payments, runs, creations, accounts and of the gateway find one too.
          </EmptyState>
        }
      >
        {(payments) => (
          <ul className="mt-5 overflow-hidden rounded-lg border border-line bg-surface">
            {payments.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}

function Row({ payment }: { payment: StaffPayment }) {
  const [words, tone] = STATE_WORDS[payment.state]
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={`/admin/payments/${payment.id}`}
        className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 transition-colors hover:bg-sunken"
      >
        <span className="min-w-0 flex-1 basis-56">
          <span className="block font-medium break-words">{payment.recipe}</span>
          <span className="block text-sm break-all text-muted">
            @{payment.buyer_handle}
            {payment.creator_handle && ` from @${payment.creator_handle}`}
          </span>
        </span>
        {payment.disputed > 0 && <Badge tone="danger">Disputed</Badge>}
        {payment.refunded > 0 && <Badge>{formatCents(payment.refunded)} refunded</Badge>}
        <Badge tone={tone}>{words}</Badge>
        <span className="text-sm text-muted tabular-nums">{formatMinute(payment.created_at)}</span>
        <span className="font-semibold tabular-nums">{formatCents(payment.amount)}</span>
      </Link>
    </li>
  )
}
