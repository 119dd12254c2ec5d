import { useQuery } from '@tanstack/react-query'
import type { PaymentDetails } from '@vignette/contract/console.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { parseCents } from '@vignette/contract/parse-cents.ts'
import { type ReactNode, useState } from 'react'
import { apiQuery, send } from '../../lib/api.ts'
import { usePlace } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ActDialog } from './components/act-dialog.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { AmountInput, askForAmount } from './components/amount-input.tsx'
import { Facts, Id } from './components/facts.tsx'
import { formatMinute } from './format-minute.ts'
import { STATE_WORDS } from './payments-page.tsx'

export function AdminPaymentPage() {
  const { id } = usePlace()
  return (
    <AdminShell title="Payment" call="getPayment">
      <Found id={id} />
    </AdminShell>
  )
}

function Found({ id }: { id: string }) {
  const query = useQuery(apiQuery('getPayment', { params: { id } }))
  return (
    <QueryState
      query={query}
      failed="Failed to load the payment"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {(payment) => <Payment payment={payment} />}
    </QueryState>
  )
}

const LINK = 'underline underline-offset-4'

function Payment({ payment }: { payment: PaymentDetails }) {
  const [asked, setAsked] = useState<'refund' | 'release'>()
  const [words, tone] = STATE_WORDS[payment.state]
  const close = () => setAsked(undefined)
  return (
    <div className="grid gap-10 lg:grid-cols-[1fr_18rem]">
      <div className="flex min-w-0 flex-col gap-10">
        <section aria-labelledby="payment">
          <div className="flex flex-wrap items-center gap-3">
            <h2 id="payment" className="text-xl font-semibold break-words">
              {formatCents(payment.amount)} for {payment.recipe}
            </h2>
            <Badge tone={tone}>{words}</Badge>
            {payment.test_mode && <Badge>Test money</Badge>}
          </div>
          <p className="mt-2 max-w-2xl text-muted">The buyer reads: “{payment.words}”</p>
          <div className="mt-5">
            <Facts facts={factsOf(payment)} />
          </div>
        </section>
        <Moves payment={payment} />
        {payment.events.length > 0 && <Events events={payment.events} />}
      </div>
      <section aria-label="Actions" className="flex flex-col gap-3">
        {payment.refundable > 0 && (
          <Button kind="secondary" onClick={() => setAsked('refund')}>
            Refund
          </Button>
        )}
        {payment.releasable && (
          <Button kind="secondary" onClick={() => setAsked('release')}>
            Release
          </Button>
        )}
        {payment.refundable === 0 && !payment.releasable && (
          <p className="text-sm text-muted">Nothing is left to refund or to release.</p>
        )}
      </section>
      {asked === 'refund' && <RefundDialog payment={payment} onClose={close} />}
      {asked === 'release' && (
        <ActDialog
          keep={`release ${payment.id}`}
          title="Release the authorisation?"
          description={`${formatCents(payment.amount)} is not charged, and the buyer cannot use it for a run any more.`}
          label="Release"
          done="The authorisation is released"
          act={(note, client) =>
            send(client, 'releaseAuthorisation', { params: { id: payment.id }, body: { note } })
          }
          onClose={close}
        />
      )}
    </div>
  )
}

function factsOf(payment: PaymentDetails): (readonly [string, ReactNode])[] {
  const person = (id: string, handle: string) => (
    <Link className={LINK} to={`/admin/people/${id}`}>
      @{handle}
    </Link>
  )
  return [
    // A guest has no account to look at.
    [
      'Buyer',
      payment.buyer_has_account ? (
        person(payment.buyer_id, payment.buyer_handle)
      ) : (
        <>
          @{payment.buyer_handle}, without an account <Id>{payment.buyer_id}</Id>
        </>
      ),
    ],
    ['Creator', payment.creator_id && person(payment.creator_id, payment.creator_handle ?? '')],
    ['Charged', payment.captured > 0 ? formatCents(payment.captured) : ''],
    ['Refunded', payment.refunded > 0 ? formatCents(payment.refunded) : ''],
    ['Disputed', payment.disputed > 0 ? formatCents(payment.disputed) : ''],
    ['Left to refund', payment.refundable > 0 ? formatCents(payment.refundable) : ''],
    ['Created', `${formatMinute(payment.created_at)} UTC`],
    [
      'Run',
      payment.job_id && (
        <Link className={LINK} to={`/admin/runs/${payment.job_id}`}>
          <Id>{payment.job_id}</Id>
        </Link>
      ),
    ],
    ['Failure', payment.failure],
    ['Book', payment.book],
    ['Id', <Id key="id">{payment.id}</Id>],
    ['Gateway’s session', payment.session_id && <Id>{payment.session_id}</Id>],
    ['Gateway’s intent', payment.intent_id && <Id>{payment.intent_id}</Id>],
  ]
}

const BY_WORDS: Record<string, string> = {
  operator: 'by the operator',
  creator: 'by the creator',
  case: 'by a case',
  gateway: 'at the gateway',
  rule: 'by a rule',
}

function Moves({ payment: { refunds, disputes } }: { payment: PaymentDetails }) {
  if (refunds.length + disputes.length === 0) return null
  return (
    <section aria-labelledby="moves">
      <h2 id="moves" className="text-xl font-semibold">
        Refunds and disputes
      </h2>
      <ul className="mt-4 text-sm">
        {refunds.map((refund) => (
          <li
            key={refund.id}
            className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-64 break-words">
              Refund {BY_WORDS[refund.by] ?? refund.by}: {refund.failure ?? refund.reason}
            </span>
            <span className="text-muted">{refund.state}</span>
            <span className="text-muted">{formatMinute(refund.created_at)} UTC</span>
            <span className="font-medium tabular-nums">{formatCents(refund.amount)}</span>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li
            key={dispute.id}
            className="flex flex-wrap gap-x-4 border-t border-line py-2.5 first:border-t-0"
          >
            <Link className={`min-w-0 flex-1 ${LINK}`} to="/admin/disputes">
              Dispute
            </Link>
            <span className="text-muted">{dispute.state}</span>
            <span className="font-medium tabular-nums">{formatCents(dispute.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Events({ events }: { events: PaymentDetails['events'] }) {
  return (
    <section aria-labelledby="events">
      <h2 id="events" className="text-xl font-semibold">
        Events
      </h2>
      <ol className="mt-4 text-sm">
        {events.map((event, at) => (
          <li
            key={at}
            className="grid gap-x-4 border-t border-line py-2.5 first:border-t-0 sm:grid-cols-[13rem_12rem_1fr]"
          >
            <span className="text-muted tabular-nums">{formatMinute(event.at)} UTC</span>
            <span className="font-medium break-words">{event.name}</span>
            <span className="min-w-0 break-words text-muted">{event.detail}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function RefundDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const { id, refundable } = payment
  const all = formatCents(refundable)
  const form = useForm({
    keep: `refund ${id}`,
    first: { extent: 'all', amount: '', reason: '' },
    check: (text) => ({
      amount: text.extent === 'part' && whatIsWrong(parseCents(text.amount), refundable),
      reason: text.reason.trim().length < 3 && 'Please say why',
    }),
    act: (text, { client }) =>
      send(client, 'refundPayment', {
        params: { id },
        body: {
          refundable,
          reason: text.reason.trim(),
          ...(text.extent === 'part' ? { amount: parseCents(text.amount) } : {}),
        },
      }),
    done: () => {
      toast('The refund is on its way')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Refund the payment?"
      description={`${all} is left to refund. The buyer gets it back on the card, and the creator gives the share of it.`}
      label="Refund"
      danger
      onClose={onClose}
    >
      <RadioGroup
        legend="Refund"
        options={[
          { value: 'all', label: `All that is left, ${all}` },
          { value: 'part', label: 'An amount' },
        ]}
        {...form.choice('extent')}
      />
      {form.values.extent === 'part' && <AmountInput {...form.field('amount')} />}
      <Input
        label="Reason, for the records"
        maxLength={500}
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

function whatIsWrong(cents: number | undefined, most: number): string | false {
  if (!cents) return askForAmount()
  return cents > most && `At most ${formatCents(most)}`
}
