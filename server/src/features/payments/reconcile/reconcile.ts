import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { newId } from '../../../platform/ids.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { hoursAgo } from '../../../platform/time.ts'
import type { GatewayPayment, PaymentGateway } from '../../../providers/payments/spec.ts'
import { principals } from '../../../schema/identity.ts'
import {
  paymentEvents,
  payments,
  type ReconciliationRow,
  reconciliations,
  webhookEvents,
} from '../../../schema/payments.ts'
import { repairOrphans } from '../../identity/index.ts'
import { bookOf } from '../../ledger/index.ts'
import { findGateway, listGateways } from '../gateway.ts'
import { HOUR_MS } from '../rules.ts'
import { compareMoney, copyTransactions } from './compare-money.ts'
import { compareOutOfReach, comparePayment, type OurView } from './compare-payment.ts'
import type { Difference } from './difference.ts'
import { listMoved, listSince, readOurs } from './our-payments.ts'
import { repairPayment } from './repair-payment.ts'

/** Compares the payments that changed since the last run. */
export const reconcileTask = defineTask({
  name: 'payments.reconcile',
  retryLimit: 2,
  cron: '7 * * * *',
  run: (ctx: Ctx) => reconcile(ctx, 'moved'),
})

/** Compares all payments and the gateway's balance. */
export const reconcileAllTask = defineTask({
  name: 'payments.reconcile-all',
  retryLimit: 2,
  cron: '37 3 * * *',
  run: (ctx: Ctx) => reconcile(ctx),
})

interface Reconciliation {
  compared: number
  differences: Difference[]
}

/** A dispute may open four months after a payment. */
const DAYS = 130

const PAGE = 500

/**
 * Compares each book's gateway with our rows and the ledger; stores and reports every difference,
 * and settles those that the gateway's answer decides. Hourly for payments that changed since the
 * last run, here or at the gateway; nightly for all payments, with the money that each left at the
 * gateway. An unchanged sale costs no call of its own in either run.
 */
export async function reconcile(ctx: Ctx, scope: 'all' | 'moved' = 'all'): Promise<Reconciliation> {
  const startedAt = ctx.clock.now()
  const last = scope === 'moved' ? (await findComparison(ctx))?.startedAt : undefined
  const since = last ? new Date(last.getTime() - HOUR_MS) : hoursAgo(ctx, DAYS * 24)
  const ours = await readOurs(
    ctx,
    last ? await listMoved(ctx, since, await copyAll(ctx)) : await listSince(ctx, since),
  )
  const differences: Difference[] = []
  let compared = 0
  for (const gateway of listGateways(ctx)) {
    const inBook = ours.filter(({ payment }) => payment.book === bookOf(gateway))
    const book = await compareBook(ctx, gateway, inBook, { since, startedAt })
    compared += book.compared
    differences.push(...book.differences)
    if (!last) differences.push(...(await compareMoney(ctx, gateway)))
  }
  for (const our of ours) {
    if (!findGateway(ctx, our.payment)) differences.push(...compareOutOfReach(our))
  }
  differences.push(...(await findUnprocessed(ctx)), ...(await findOrphans(ctx)))
  await ctx.db.insert(reconciliations).values({
    id: newId(),
    since,
    startedAt,
    finishedAt: ctx.clock.now(),
    compared,
    differences,
  })
  for (const difference of differences) {
    ctx.log.error(
      { difference },
      `reconciliation found a difference${difference.mended ? ' and put it right' : ''}`,
    )
  }
  return { compared, differences }
}

/** Soon, by a worker: with a vendor of thousands of payments it takes minutes. At most one waits. */
export const requestComparison = (ctx: Ctx) => ctx.queue.send(ctx, reconcileAllTask, {})

/** The newest, of whichever scope. */
export async function findComparison({ db }: Ctx): Promise<ReconciliationRow | undefined> {
  const [newest] = await db
    .select()
    .from(reconciliations)
    .orderBy(desc(reconciliations.id))
    .limit(1)
  return newest
}

async function copyAll(ctx: Ctx): Promise<string[]> {
  const intents: string[] = []
  for (const gateway of listGateways(ctx)) intents.push(...(await copyTransactions(ctx, gateway)))
  return intents
}

async function compareBook(
  ctx: Ctx,
  gateway: PaymentGateway,
  ours: OurView[],
  { since, startedAt }: { since: Date; startedAt: Date },
): Promise<Reconciliation> {
  const theirs = new Map<string, GatewayPayment>()
  for await (const view of gateway.list(since)) theirs.set(view.sessionId, view)
  const differences: Difference[] = []
  const known = new Set<string>()
  for (const our of ours) {
    const { id, sessionId } = our.payment
    if (sessionId) known.add(sessionId)
    // Payments older than the window, or made during the listing, are read by id.
    const listed = sessionId
      ? theirs.get(sessionId)
      : [...theirs.values()].find((view) => view.paymentId === id)
    let their = listed
    let found = listed ? comparePayment(our, listed, startedAt) : []
    if (sessionId && (!listed || found.length > 0)) {
      their = (await gateway.find({ sessionId })) ?? undefined
      found = comparePayment(our, their, startedAt)
    } else if (!listed) found = comparePayment(our, undefined, startedAt)
    if (their) known.add(their.sessionId)
    differences.push(
      ...(their ? await repairPayment({ ...ctx, gateway }, our, their, found) : found),
    )
  }
  for (const view of theirs.values()) {
    if (known.has(view.sessionId)) continue
    const unknown = comparePayment(undefined, view, startedAt)
    differences.push(...unknown.map((each) => ({ ...each, book: bookOf(gateway) })))
  }
  return { compared: new Set([...known, ...theirs.keys()]).size, differences }
}

async function findUnprocessed(ctx: Ctx): Promise<Difference[]> {
  const before = hoursAgo(ctx, 1)
  const events = await ctx.db
    .select()
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), lt(webhookEvents.receivedAt, before)))
    .limit(PAGE)
  return events.map((event) => ({
    kind: 'event_unprocessed' as const,
    paymentId: null,
    sessionId: event.sessionId,
    ours: `${event.id} waits since ${event.receivedAt.toISOString()}`,
    theirs: event.name,
  }))
}

/** Jobs and payments left behind by a sign-in, a deletion or a ban: repaired where possible, else reported. */
async function findOrphans(ctx: Ctx): Promise<Difference[]> {
  const orphans = await repairOrphans(ctx)
  return [
    ...orphans.map(({ principalId, outcome, repaired }) => ({
      kind: 'stranded' as const,
      paymentId: null,
      sessionId: null,
      ours: `work of ${principalId}`,
      theirs: outcome,
      ...(repaired ? { mended: true as const } : {}),
    })),
    ...(await findChargedAfterDeletion(ctx)),
  ]
}

/** Payments captured for an account that was already deleted, and not refunded; the operator refunds them. */
async function findChargedAfterDeletion(ctx: Ctx): Promise<Difference[]> {
  const rows = await ctx.db
    .select({ payment: payments, deletedAt: principals.deletedAt })
    .from(payments)
    .innerJoin(
      principals,
      and(eq(principals.id, payments.buyerId), isNotNull(principals.deletedAt)),
    )
    .innerJoin(
      paymentEvents,
      and(
        eq(paymentEvents.paymentId, payments.id),
        eq(paymentEvents.name, 'payment.capture_requested'),
        gt(paymentEvents.at, principals.deletedAt),
      ),
    )
    .where(
      and(
        inArray(payments.state, ['capture_requested', 'captured']),
        lt(payments.refunded, sql`greatest(${payments.captured}, 1)`),
      ),
    )
    .limit(500)
  return rows.map(({ payment, deletedAt }) => ({
    kind: 'captured_after_deletion' as const,
    paymentId: payment.id,
    sessionId: payment.sessionId,
    ours: `${payment.state}, account deleted at ${deletedAt?.toISOString()}`,
    theirs: 'to be refunded',
  }))
}
