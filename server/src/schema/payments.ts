import type { UserInputs } from '@vignette/contract/creations.ts'
import type { PaymentState } from '@vignette/contract/payments.ts'
import type { DeclineReason } from '@vignette/contract/proof-limits.ts'
import type { License } from '@vignette/contract/recipe-limits.ts'
import type { RefundReason, RefundSource } from '@vignette/contract/sale-words.ts'
import type { VisitSource } from '@vignette/contract/visit-source.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Book } from '../features/ledger/index.ts'
import type { DisputePhase, DisputeState } from '../features/payments/disputes/rules.ts'
import type { Difference } from '../features/payments/reconcile/difference.ts'
import type { Tax } from '../providers/payments/spec.ts'
import { principals } from './identity.ts'
import { owned } from './owned.ts'

/** The words that a buyer ticked, their version and the time. */
export interface Waiver {
  version: string
  words: string[]
  at: string
}

const at = (name: string) => timestamp(name, { withTimezone: true })

/** One buyer's payment for one run. A trigger allows only the moves of rules.ts between states. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    state: text().$type<PaymentState>().notNull(),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => principals.id),
    workflowId: uuid('workflow_id').notNull(),
    /** The version that the buyer saw and paid for; it runs even after the recipe was changed or deleted. */
    workflowVersion: integer('workflow_version').notNull(),
    workflowName: text('workflow_name').notNull(),
    license: text().$type<License>().notNull(),
    /** The operator's name at the checkout; null where older versions opened it. */
    seller: text(),
    /** Who earns by the sale; null where a creator pays a run of their own recipe with test money. */
    creatorId: uuid('creator_id').references(() => principals.id),
    /** Frozen at checkout. */
    sharePercent: integer('share_percent').notNull(),
    amount: integer().notNull(),
    /** How many rows of a batch the amount pays for, each the same; null for one run. */
    units: integer(),
    /** What the delivered rows of a batch cost together, which is all that is captured. */
    toCapture: integer('to_capture'),
    /** What the version costs without a launch price or a code; null where the amount is that. */
    fullPrice: integer('full_price'),
    /** The creator's code that lowered the amount. */
    codeId: uuid('code_id'),
    currency: text().notNull(),
    /** The tax in the amount, frozen at the authorisation, as are its parts. */
    tax: integer().notNull().default(0),
    taxes: jsonb().$type<Tax[]>().notNull().default([]),

    gateway: text().$type<'stripe' | 'sandbox'>().notNull(),
    testMode: boolean('test_mode').notNull(),
    /** Never changes; equals `bookOf` in the ledger. */
    book: text()
      .$type<Book>()
      .generatedAlwaysAs(sql`case when test_mode then 'test:' || gateway else 'live' end`)
      .notNull(),
    /** Null until the gateway has answered. */
    sessionId: text('session_id'),
    intentId: text('intent_id'),
    captureBefore: at('capture_before'),
    /** A keyed hash of the gateway's card fingerprint; deleted the day after the payment ended. */
    card: text(),
    /** A keyed hash of the buyer's public network; deleted with the card's. */
    network: text(),
    /** Whether the creator paid with the same card, or from the same network, while both hashes were kept. */
    likeness: text().$type<'card' | 'network'>(),
    /** Whether the gateway says that the card was prepaid. */
    prepaid: boolean().notNull().default(false),

    userInputs: jsonb('user_inputs').$type<UserInputs>(),
    /** The creation that the buyer began with; forgotten with the inputs. */
    madeFrom: uuid('made_from'),
    /** The drawing of the preview that the buyer saw, which the first run makes again. */
    drawing: uuid(),
    public: boolean().notNull(),
    /** Of a payment that a program asked for by a link: a hash of the run that it is for, and of no other. */
    linkHash: text('link_hash'),
    /** The gateway's page behind the link. */
    linkUrl: text('link_url'),
    termsVersion: text('terms_version'),
    /** The consumer law of the sale, frozen at checkout; null where it gives no right to withdraw. */
    consumerLaw: text('consumer_law').$type<'eu'>(),
    /** What the buyer ticked to have the file before the time to withdraw is over. */
    waiver: jsonb().$type<Waiver>(),
    /** When that was confirmed to the buyer on paper; without it the right to withdraw stands. */
    confirmedAt: at('confirmed_at'),
    withdrawnAt: at('withdrawn_at'),
    /** The name that the buyer gave with the withdrawal. */
    withdrawnName: text('withdrawn_name'),
    /** By which way the buyer came to the recipe; null before 0.2. */
    cameFrom: text('came_from').$type<VisitSource>(),
    /** The fan whose link led the buyer here, frozen at checkout. */
    referrerId: uuid('referrer_id').references(() => principals.id),
    /** Frozen at checkout; it falls to 0 where the referrer turns out to be the buyer or the creator. */
    referralPercent: integer('referral_percent'),
    /** A keyed hash of a referred buyer's wider network; deleted with the card's hash. */
    widerNetwork: text('wider_network'),

    /** The run that uses the payment; null while unused. */
    jobId: uuid('job_id'),
    /** The creation that the payment paid for, or whose proof is shown. */
    creationId: uuid('creation_id'),
    /** How many proofs the sale offers, frozen at checkout; null where delivery charges. */
    draws: integer(),
    /** How many proofs were shown on this authorisation. */
    proofsShown: integer('proofs_shown').notNull().default(0),
    /** What was wrong with the proofs, where the buyer said so. */
    declineReason: text('decline_reason').$type<DeclineReason>(),
    /** Until when the buyer decides about the proof. */
    decideBy: at('decide_by'),
    providerCost: integer('provider_cost').notNull().default(0),
    captured: integer().notNull().default(0),
    refunded: integer().notNull().default(0),
    /** The amount that banks hold during a dispute or have kept. */
    disputed: integer().notNull().default(0),
    /** The part of that amount that banks have kept. */
    lost: integer().notNull().default(0),
    /** Why the capture was refused or failed, for the operator. */
    failure: text(),
    /** The earliest retry of a refused capture. */
    retryAt: at('retry_at'),
    /** The number in the idempotency key of the next call; the next number where the gateway keeps a failed answer. */
    keyNumber: integer('key_number').notNull().default(1),

    createdAt: at('created_at').notNull(),
    sessionExpiresAt: at('session_expires_at').notNull(),
    authorizedAt: at('authorized_at'),
    /** Since when the authorisation has had no run. */
    unusedSince: at('unused_since'),
    capturedAt: at('captured_at'),
    /** The bank's newest early warning of fraud. */
    warnedAt: at('warned_at'),
    /** The last change of state; the sweep finds requests without an outcome by this time. */
    movedAt: at('moved_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_session').on(t.sessionId),
    uniqueIndex('payments_intent').on(t.intentId),
    uniqueIndex('payments_job').on(t.jobId),
    uniqueIndex('payments_creation').on(t.creationId),
    index('payments_buyer').on(t.buyerId, t.workflowId),
    index('payments_unsettled')
      .on(t.movedAt)
      .where(
        sql`state in ('created','authorized','delivered','capture_requested','release_requested')`,
      ),
    index('payments_book')
      .on(t.book, t.state)
      .where(
        sql`state in ('created','authorized','delivered','capture_requested','release_requested')`,
      ),
    index('payments_remembered').on(t.movedAt).where(sql`user_inputs is not null`),
    index('payments_workflow').on(t.workflowId),
    index('payments_warned').on(t.warnedAt).where(sql`warned_at is not null`),
    index('payments_sold').on(t.creatorId, t.capturedAt, t.id).where(sql`state = 'captured'`),
    index('payments_card').on(t.card).where(sql`card is not null`),
    index('payments_network').on(t.network).where(sql`network is not null`),
    index('payments_creator').on(t.creatorId, t.capturedAt),
    index('payments_undecided').on(t.decideBy).where(sql`state = 'delivered'`),
    index('payments_code').on(t.codeId, t.buyerId).where(sql`code_id is not null`),
    index('payments_referrer').on(t.referrerId, t.capturedAt).where(sql`referrer_id is not null`),
    check(
      'payments_referral',
      sql`num_nulls(${t.referrerId}, ${t.referralPercent}) in (0, 2) and ${t.referralPercent} between 0 and 100`,
    ),
    check('payments_code', sql`${t.codeId} is null or ${t.fullPrice} is not null`),
    check('payments_undecided', sql`(${t.decideBy} is not null) = (${t.state} = 'delivered')`),
    check(
      'payments_proofs',
      sql`${t.proofsShown} between 0 and coalesce(${t.draws}, 0) and (${t.draws} is null or ${t.draws} between 1 and 3)`,
    ),
    check('payments_likeness', sql`${t.likeness} in ('card','network')`),
    check(
      'payments_state',
      sql`${t.state} in ('created','authorized','delivered','capture_requested','captured','capture_failed','release_requested','released','expired','captured_undelivered')`,
    ),
    check(
      'payments_amount',
      sql`${t.amount} > 0 and (${t.currency} <> 'usd' or ${t.amount} between 50 and 100000)`,
    ),
    check(
      'payments_units',
      sql`(${t.units} is null or (${t.units} > 0 and ${t.amount} % ${t.units} = 0))
        and (${t.toCapture} is null or (${t.units} is not null and ${t.toCapture} between 1 and ${t.amount}))`,
    ),
    check('payments_full_price', sql`${t.fullPrice} > ${t.amount}`),
    check('payments_tax', sql`${t.tax} >= 0 and ${t.tax} < ${t.amount}`),
    check('payments_captured_amount', sql`${t.captured} between 0 and ${t.amount}`),
    check(
      'payments_captured_when',
      sql`(${t.captured} > 0) = (${t.state} in ('captured','captured_undelivered'))`,
    ),
    // A charge needs a delivered creation, and a proof has one.
    check(
      'payments_delivered',
      sql`(${t.creationId} is not null) = (${t.state} in ('delivered','capture_requested','captured','capture_failed'))`,
    ),
    check(
      'payments_used',
      sql`${t.jobId} is null or ${t.state} in ('authorized','delivered','capture_requested','captured','capture_failed')`,
    ),
    check(
      'payments_reached',
      sql`${t.state} in ('created','expired') or (${t.sessionId} is not null and ${t.authorizedAt} is not null)`,
    ),
    check(
      'payments_taken_back',
      sql`${t.refunded} >= 0 and ${t.disputed} >= 0 and (${t.state} in ('captured','captured_undelivered') or ${t.refunded} + ${t.disputed} = 0)`,
    ),
    check('payments_came_from', sql`length(${t.cameFrom}) <= 68`),
    check('payments_lost', sql`${t.lost} between 0 and ${t.disputed}`),
    check(
      'payments_consumer',
      sql`${t.consumerLaw} = 'eu' or num_nonnulls(${t.waiver}, ${t.confirmedAt}, ${t.withdrawnAt}) = 0`,
    ),
    check('payments_confirmed', sql`${t.confirmedAt} is null or ${t.waiver} is not null`),
    check('payments_share', sql`${t.sharePercent} between 0 and 100`),
    check(
      'payments_own_run',
      sql`${t.creatorId} is not null or (${t.testMode} and ${t.sharePercent} = 0 and ${t.codeId} is null and ${t.referrerId} is null)`,
    ),
  ],
)
export type PaymentRow = typeof payments.$inferSelect
owned(payments, {
  owner: 'creatorId',
  claim: 'keep: earnings stay with the old owner and are summed',
  deleted: 'keep: sales are records',
  export: 'by payments/answers.ts',
})
owned(payments, {
  owner: 'referrerId',
  claim: 'keep: earnings stay with the old owner and are summed',
  deleted: 'keep: sales are records',
  export: 'by promotion/answers.ts',
})

/** The history of a payment, in order; a trigger makes it append-only. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    name: text().notNull(),
    detail: jsonb().$type<Record<string, string | number | null>>().notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    index('payment_events_payment').on(t.paymentId),
    index('payment_events_at').on(t.at),
    index('payment_events_warning').on(t.paymentId).where(sql`name = 'gateway.warning'`),
  ],
)

/** Cancelled runs that cost the operator money, or time on a public server, kept for the day (UTC) of the cancelling only. */
export const cancelledRuns = pgTable(
  'cancelled_runs',
  {
    jobId: uuid('job_id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** A keyed hash of the client's network. */
    network: text(),
    at: at('at').notNull(),
  },
  (t) => [
    index('cancelled_runs_payment').on(t.paymentId),
    index('cancelled_runs_network').on(t.network, t.at),
    index('cancelled_runs_at').on(t.at),
  ],
)

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    gatewayRefundId: text('gateway_refund_id'),
    amount: integer().notNull(),
    state: text().$type<'requested' | 'pending' | 'succeeded' | 'failed'>().notNull(),
    /** For the records: the words of a closed reason, or the operator's own. */
    reason: text().notNull(),
    by: text().$type<RefundSource>().notNull().default('operator'),
    /** The creator's reason, of a closed list. */
    code: text().$type<RefundReason>(),
    /** What the creator writes to the buyer. */
    note: text(),
    /** The request that asked for the refund, so that its retry asks for no second one. */
    requestKey: text('request_key'),
    failure: text(),
    /** As `payments.keyNumber`. */
    keyNumber: integer('key_number').notNull().default(1),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('payment_refunds_payment').on(t.paymentId),
    uniqueIndex('payment_refunds_request').on(t.requestKey).where(sql`request_key is not null`),
    uniqueIndex('payment_refunds_gateway').on(t.gatewayRefundId),
    check('payment_refunds_amount', sql`${t.amount} > 0`),
    check('payment_refunds_state', sql`${t.state} in ('requested','pending','succeeded','failed')`),
    check(
      'payment_refunds_by',
      sql`${t.by} in ('creator','operator','case','gateway','rule','withdrawal')`,
    ),
    check('payment_refunds_code', sql`(${t.by} = 'creator') = (${t.code} is not null)`),
  ],
)
export type RefundRow = typeof paymentRefunds.$inferSelect

export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    /** The gateway's id, since only the gateway opens disputes. */
    id: text().primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: integer().notNull(),
    fee: integer().notNull(),
    state: text().$type<DisputeState>().notNull(),
    phase: text().$type<DisputePhase>().notNull(),
    /** The gateway's word for the bank's reason. */
    reason: text().notNull(),
    /** The end of the time for evidence. */
    dueBy: at('due_by'),
    createdAt: at('created_at').notNull(),
    closedAt: at('closed_at'),
  },
  (t) => [
    index('payment_disputes_payment').on(t.paymentId),
    index('payment_disputes_created').on(t.createdAt, t.id),
    index('payment_disputes_due').on(t.dueBy).where(sql`phase = 'needs_response'`),
    check('payment_disputes_amount', sql`${t.amount} > 0 and ${t.fee} >= 0`),
    check('payment_disputes_state', sql`${t.state} in ('inquiry','opened','won','lost')`),
    check(
      'payment_disputes_phase',
      sql`${t.phase} in ('needs_response','under_review','ended','appealed')`,
    ),
  ],
)
export type DisputeRow = typeof paymentDisputes.$inferSelect

/** The gateway's webhook events, once per event id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    gateway: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    sessionId: text('session_id'),
    intentId: text('intent_id'),
    paymentId: text('payment_id'),
    warning: text(),
    occurredAt: at('occurred_at').notNull(),
    receivedAt: at('received_at').notNull(),
    processedAt: at('processed_at'),
    outcome: text().$type<'settled' | 'unmatched' | 'ignored'>(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.id] }),
    index('webhook_events_waiting').on(t.receivedAt).where(sql`processed_at is null`),
  ],
)

export const reconciliations = pgTable('reconciliations', {
  id: uuid().primaryKey(),
  since: at('since').notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at').notNull(),
  compared: integer().notNull(),
  differences: jsonb().$type<Difference[]>().notNull(),
})
export type ReconciliationRow = typeof reconciliations.$inferSelect

/** Our copy of each movement of a gateway's balance; `opening` is the balance before the first. */
export const gatewayTransactions = pgTable(
  'gateway_transactions',
  {
    book: text().$type<Book>().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    intentId: text('intent_id'),
    net: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    occurredAt: at('occurred_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.book, t.id] }),
    index('gateway_transactions_intent').on(t.book, t.intentId),
    index('gateway_transactions_occurred').on(t.book, t.occurredAt),
  ],
)
