import { useMutation, useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { useState } from 'react'
import { apiMutation, apiQuery, send } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { saveAnswer } from '../../lib/save-file.ts'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { AmountInput, askForAmount } from './components/amount-input.tsx'
import { formatMinute } from './format-minute.ts'

export function AdminBooksPage() {
  return (
    <AdminShell title="Books" call="getBooks">
      <div className="flex flex-col gap-10">
        <Books />
        <Papers />
      </div>
    </AdminShell>
  )
}

type Book = Answer<'getBooks'>['books'][number]

function Books() {
  const [waitsSince, setWaitsSince] = useState<string | null>()
  const query = useQuery({
    ...apiQuery('getBooks', {}),
    refetchInterval: ({ state }) =>
      waitsSince !== undefined && waitsSince === (state.data?.comparison?.at ?? null) && 3000,
  })
  return (
    <QueryState
      query={query}
      failed="Failed to load the books"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {({ books, comparison }) =>
        books.length === 0 ? (
          <EmptyState title="Nothing is booked yet">
            Each sale, refund and payout stands here as soon as it is made.
          </EmptyState>
        ) : (
          <>
            <div className="grid gap-8 lg:grid-cols-2">
              {books.map((book) => (
                <BookTable key={book.book} book={book} />
              ))}
            </div>
            <Comparison
              comparison={comparison}
              waits={waitsSince === (comparison?.at ?? null)}
              onAsk={() => setWaitsSince(comparison?.at ?? null)}
            />
          </>
        )
      }
    </QueryState>
  )
}

const ACCOUNT_WORDS: Record<string, string> = {
  gateway: 'At the payment vendor',
  platform: 'Earned by you',
  creator: 'Owed to creators',
  unclaimed: 'Owed to creators who left',
  owed_back: 'Owed back by creators',
  contested: 'In dispute',
  set_aside: 'Set aside for disputes',
  processor_fees: 'Card fees',
  provider_costs: 'Cost of generation',
  provider_payables: 'Owed to providers',
  in_transit: 'Payouts on their way',
  payout_fees: 'Cost of payouts',
  bad_debt: 'Written off',
  tax_payable: 'Tax to pay',
  referrer: 'Owed for referrals',
  own_runs: 'Runs without a sale',
}

function BookTable({ book: { book, current, off, accounts } }: { book: Book }) {
  return (
    <section aria-label={`Book ${book}`} className="min-w-0">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl font-semibold break-all">
          {book === 'live' ? 'Real money' : `Test money (${book.replace('test:', '')})`}
        </h2>
        {off === 0 ? (
          <Badge tone="good">Balanced</Badge>
        ) : (
          <Badge tone="danger">Off by {formatCents(off)}</Badge>
        )}
        {!current && <Badge>Earlier</Badge>}
      </div>
      <table className="mt-4 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th>Account</th>
            <th>Balance</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ kind, jurisdiction, balance }) => (
            <tr key={`${kind} ${jurisdiction}`} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal break-words">
                {ACCOUNT_WORDS[kind] ?? kind}
                {jurisdiction && `, ${jurisdiction}`}
              </th>
              <td className="py-2.5 text-right font-medium tabular-nums">{formatCents(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Comparison({
  comparison,
  waits,
  onAsk,
}: {
  comparison: Answer<'getBooks'>['comparison']
  waits: boolean
  onAsk: () => void
}) {
  const asking = useMutation({
    ...apiMutation('compareBooks'),
    onSuccess: onAsk,
    onError: (error) => toastError(readReason(error, 'Nothing was compared. Please try again.')),
  })
  const { user } = useAuth()
  return (
    <section aria-labelledby="comparison">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 id="comparison" className="text-xl font-semibold">
          Compared with the payment vendor
        </h2>
        {mayCall(user?.roles ?? [], 'compareBooks') && (
          <Button
            kind="secondary"
            busy={asking.isPending || waits}
            onClick={() => asking.mutate({})}
          >
            Compare now
          </Button>
        )}
      </div>
      <p className="mt-2 text-muted" aria-live="polite">
        {describeComparison(comparison)}
      </p>
      {comparison && comparison.differences.length > 0 && (
        <ul className="mt-4 max-w-3xl overflow-hidden rounded-lg border border-line bg-surface">
          {comparison.differences.map((each, at) => (
            <DifferenceRow key={at} difference={each} />
          ))}
        </ul>
      )}
    </section>
  )
}

function describeComparison(comparison: Answer<'getBooks'>['comparison']): string {
  if (!comparison)
    return 'Not yet. It is done by itself every hour, and every night for all payments.'
  const { at, payments, differences, more } = comparison
  const found = differences.length + more
  const seen = `${formatMinute(at)} UTC: ${payments} ${payments === 1 ? 'payment' : 'payments'}`
  if (found === 0) return `${seen}, no difference.`
  return `${seen}, ${found} ${found === 1 ? 'difference' : 'differences'}${more > 0 ? `, of which the first ${differences.length} stand here` : ''}.`
}

type Difference = NonNullable<Answer<'getBooks'>['comparison']>['differences'][number]

const DIFFERENCE_WORDS: Record<string, string> = {
  unknown_to_us: 'The vendor has a payment that is not here',
  unknown_to_gateway: 'The vendor does not have this payment',
  state: 'The state differs',
  amount: 'The price differs',
  currency: 'The currency differs',
  captured: 'What was charged differs',
  refunded: 'What was refunded differs',
  disputed: 'What is in dispute differs',
  tax: 'The tax differs',
  captured_without_delivery: 'Charged without a delivery',
  ledger: 'The ledger and the payment differ',
  stuck: 'It has waited too long',
  event_unprocessed: 'News of the vendor was not worked on',
  out_of_reach: 'At a vendor that is not set up any more',
  money: 'The vendor’s and our movements differ',
  balance: 'The vendor’s and our balance differ',
  stranded: 'Work was left behind by an account that ended',
  captured_after_deletion: 'Charged after the account was deleted; to be refunded',
}

function DifferenceRow({ difference }: { difference: Difference }) {
  const { kind, payment_id: id, ours, theirs, mended } = difference
  const words = DIFFERENCE_WORDS[kind] ?? kind
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-medium">
          {id ? (
            <Link className="underline underline-offset-4" to={`/admin/payments/${id}`}>
              {words}
            </Link>
          ) : (
            words
          )}
        </span>
        <span className="block text-sm break-words text-muted">
          Here: {ours} · There: {theirs}
        </span>
      </span>
      <Badge tone={mended ? 'good' : 'danger'}>{mended ? 'Put right' : 'Open'}</Badge>
    </li>
  )
}

/** The quarter in which the moment lies and the seven before it, in UTC. */
function listQuarters(now: Date): string[] {
  const last = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: 8 }, (_, at) => last - at).map(
    (quarter) => `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`,
  )
}

function Papers() {
  const { user } = useAuth()
  const quarters = listQuarters(new Date())
  const [quarter, setQuarter] = useState(quarters[1] ?? '')
  const [booking, setBooking] = useState(false)
  const saving = useMutation({
    mutationFn: () => saveAnswer('exportTaxReport', { query: { quarter } }, `tax-${quarter}.csv`),
    onError: (error) =>
      toastError(readReason(error, 'The report could not be saved. Please try again.')),
  })
  return (
    <section aria-labelledby="papers">
      <h2 id="papers" className="text-xl font-semibold">
        Papers
      </h2>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Select
          label="Tax by country and state"
          options={quarters.map((value) => ({ value, label: value.replace('-', ' ') }))}
          value={quarter}
          onChange={(event) => setQuarter(event.target.value)}
        />
        <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Save as CSV
        </Button>
        {mayCall(user?.roles ?? [], 'bookPayoutCost') && (
          <Button kind="secondary" onClick={() => setBooking(true)}>
            Book a vendor’s invoice
          </Button>
        )}
      </div>
      {booking && <CostDialog onClose={() => setBooking(false)} />}
    </section>
  )
}

function CostDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    keep: 'payout cost',
    first: { amount: '', reference: '' },
    check: ({ amount, reference }) => ({
      amount: !parseCents(amount) && askForAmount(),
      reference: !reference.trim() && 'Please enter the invoice’s number',
    }),
    act: ({ amount, reference }, { client }) =>
      send(client, 'bookPayoutCost', {
        body: { amount: parseCents(amount) ?? 0, reference: reference.trim() },
      }),
    done: () => {
      toast('The invoice is booked')
      onClose()
    },
    at: 'reference',
  })
  return (
    <FormDialog
      form={form}
      title="Book a vendor’s invoice?"
      description="What the vendor of payouts, or your bank, took for its work. Each number is booked once."
      label="Book"
      onClose={onClose}
    >
      <AmountInput {...form.field('amount')} />
      <Input
        label="Number of the invoice"
        maxLength={140}
        autoComplete="off"
        {...form.field('reference')}
      />
    </FormDialog>
  )
}
