import { and, eq, inArray, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { defineTask } from '../../../platform/queue/define-task.ts'
import { sweepEach, sweepParts } from '../../../platform/sweep.ts'
import { paymentRefunds, payments, webhookEvents } from '../../../schema/payments.ts'
import { bookOf } from '../../ledger/index.ts'
import { captureTask } from '../capture/capture.ts'
import { releaseTask, requestRelease } from '../capture/request-release.ts'
import { isExpiring } from '../checkout/authorisation.ts'
import { recoverCheckout } from '../checkout/end-checkout.ts'
import { releaseUndecided } from '../checkout/proof.ts'
import { refreshPayment } from '../checkout/refresh-payment.ts'
import { listGateways } from '../gateway.ts'
import { lockPayment } from '../payment.ts'
import { refundTask } from '../refunds/request-refund.ts'
import { releaseAt } from '../rules.ts'
import { closeOtherBooks } from './other-books.ts'
import { eventTask } from './receive-webhook.ts'

/** Releases unused authorisations and repeats requests without an outcome. */
export const sweepTask = defineTask({
  name: 'payments.sweep',
  retryLimit: 0,
  cron: '* * * * *',
  run: sweepPayments,
})

/** Longer than a queued task needs, so that only lost requests are found. */
const FORGOTTEN_MS = 10 * 60_000
/** When to search the gateway for a checkout whose session id was never stored. */
const NAMELESS_MS = 15 * 60_000
const AT_ONCE = 200

/** Releases unused authorisations and resumes every request without an outcome. */
export async function sweepPayments(ctx: Ctx): Promise<void> {
  await sweepParts([
    () => ctx.gateway.deliverEvents?.(),
    () => releaseTimedOut(ctx),
    () => releaseUndecided(ctx),
    () => requeueForgotten(ctx),
    () => closeExpired(ctx),
    () => closeOldCheckouts(ctx),
    () => closeOtherBooks(ctx),
  ])
}

/** A condition: payments at a gateway that this server has keys for. */
const inReach = (ctx: Ctx) => inArray(payments.book, listGateways(ctx).map(bookOf))

async function releaseTimedOut(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const old = new Date(now.getTime() - releaseAt(new Date(0)).getTime())
  const rows = ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inReach(ctx),
        eq(payments.state, 'authorized'),
        isNull(payments.jobId),
        lt(payments.unusedSince, old),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const payment = await lockPayment(tx, id)
      const unused = payment.state === 'authorized' && !payment.jobId && payment.unusedSince
      if (unused && releaseAt(unused) <= now) await requestRelease(tx, payment, 'time')
    }),
  )
}

/** Requeues lost requests; a task that is queued, running or waiting for a retry is not sent again. */
async function requeueForgotten(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - FORGOTTEN_MS)
  const lost = (job: { name: string }, key: SQL) => not(ctx.queue.hasUnfinished(job, key))
  for (const [state, job] of [
    ['capture_requested', captureTask],
    ['release_requested', releaseTask],
  ] as const) {
    const waiting = ctx.db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          inReach(ctx),
          eq(payments.state, state),
          lt(payments.movedAt, before),
          or(isNull(payments.retryAt), lte(payments.retryAt, ctx.clock.now())),
          lost(job, sql`${payments.id}::text`),
        ),
      )
      .limit(AT_ONCE)
    await sweepEach(ctx, waiting, ({ id }) =>
      ctx.queue.send(ctx, job, { paymentId: id }, { singletonKey: id }),
    )
  }
  const refunds = ctx.db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .where(
      and(
        inReach(ctx),
        eq(paymentRefunds.state, 'requested'),
        lt(paymentRefunds.createdAt, before),
        lost(refundTask, sql`${paymentRefunds.id}::text`),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, refunds, ({ id }) =>
    ctx.queue.send(ctx, refundTask, { refundId: id }, { singletonKey: id }),
  )
  const events = ctx.db
    .select({ gateway: webhookEvents.gateway, id: webhookEvents.id })
    .from(webhookEvents)
    .where(
      and(
        isNull(webhookEvents.processedAt),
        lt(webhookEvents.receivedAt, before),
        lost(eventTask, sql`${webhookEvents.id}`),
      ),
    )
    .limit(AT_ONCE)
  await sweepEach(ctx, events, ({ gateway, id }) =>
    ctx.queue.send(ctx, eventTask, { gateway, eventId: id }, { singletonKey: id }),
  )
}

/** Authorisations that may expire during their next run, and those that expired during a run. */
async function closeExpired(ctx: Ctx): Promise<void> {
  const rows = ctx.db
    .select()
    .from(payments)
    .where(and(inReach(ctx), isExpiring(ctx.clock.now())))
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, (payment) => refreshPayment(ctx, payment))
}

async function closeOldCheckouts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const rows = ctx.db
    .select()
    .from(payments)
    .where(
      and(
        inReach(ctx),
        eq(payments.state, 'created'),
        or(
          lt(payments.sessionExpiresAt, new Date(now.getTime() - 60_000)),
          and(
            isNull(payments.sessionId),
            lt(payments.createdAt, new Date(now.getTime() - NAMELESS_MS)),
          ),
        ),
      ),
    )
    .orderBy(sql`random()`)
    .limit(AT_ONCE)
  await sweepEach(ctx, rows, (payment) =>
    payment.sessionId ? refreshPayment(ctx, payment) : recoverCheckout(ctx, payment),
  )
}
