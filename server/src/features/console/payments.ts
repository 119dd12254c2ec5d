import type {
  PaymentDetails,
  refundPayment as refundRoute,
  listAllPayments as route,
  StaffPayment,
} from '@vignette/contract/console.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GatewayError } from '../../providers/payments/spec.ts'
import { type PaymentRow, paymentEvents, payments } from '../../schema/payments.ts'
import { findPrincipals, publicHandle, requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import {
  describeNext,
  findPayment,
  listDisputes,
  listRefunds,
  lockPayment,
  performRefund,
  refundableCents,
  releaseNow,
  refundPayment as requestRefund,
  requestRelease,
} from '../payments/index.ts'
import { ownersFoundBy } from './owners.ts'

export async function listAllPayments(
  ctx: Ctx,
  { q, state, ...place }: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listAllPayments')
  const which = and(state && eq(payments.state, state), q ? isNamed(q) : undefined)
  const list = {
    name: ['all payments', q, state],
    columns: [payments.createdAt, payments.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { offset: 0, ...place }, (at) =>
    ctx.db
      .select({ row: payments, key: at.key })
      .from(payments)
      .where(and(which, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return {
    payments: await viewPayments(
      ctx,
      rows.map(({ row }) => row),
    ),
    next_cursor,
  }
}

function isNamed(q: string): SQL | undefined {
  const owners = ownersFoundBy(q)
  const ids = UUID_PATTERN.test(q)
    ? [payments.id, payments.jobId, payments.creationId, payments.workflowId]
    : [payments.sessionId, payments.intentId]
  return or(
    ...ids.map((column) => eq(column, q)),
    sql`${payments.buyerId} in ${owners}`,
    sql`${payments.creatorId} in ${owners}`,
  )
}

async function viewPayments(
  ctx: Pick<Ctx, 'db'>,
  rows: readonly PaymentRow[],
): Promise<StaffPayment[]> {
  const people = await findPrincipals(
    ctx,
    rows.flatMap(({ buyerId, creatorId }) => [buyerId, ...(creatorId ? [creatorId] : [])]),
  )
  const handleOf = (id: string) => people.get(id)?.handle ?? publicHandle({ id, username: null })
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    amount: row.amount,
    captured: row.captured,
    refunded: row.refunded,
    disputed: row.disputed,
    currency: row.currency,
    test_mode: row.testMode,
    recipe: row.workflowName,
    workflow_id: row.workflowId,
    buyer_id: row.buyerId,
    buyer_handle: handleOf(row.buyerId),
    buyer_has_account:
      people.get(row.buyerId)?.kind === 'user' && !people.get(row.buyerId)?.deleted,
    creator_id: row.creatorId,
    creator_handle: row.creatorId && handleOf(row.creatorId),
    created_at: row.createdAt.toISOString(),
  }))
}

export async function getPayment(ctx: Ctx, id: string): Promise<PaymentDetails> {
  requireStaff(ctx, 'getPayment')
  const row = await findPayment(ctx, id)
  const [view] = row ? await viewPayments(ctx, [row]) : []
  if (!row || !view) throw noPayment()
  const refunds = await listRefunds(ctx, id)
  const disputes = await listDisputes(ctx, id)
  const events = await ctx.db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(asc(paymentEvents.id))
  return {
    ...view,
    words: describeNext(row),
    book: row.book,
    session_id: row.sessionId,
    intent_id: row.intentId,
    job_id: row.jobId,
    creation_id: row.creationId,
    failure: row.failure,
    refundable: refundableCents(row.captured, refunds, disputes),
    releasable: row.state === 'delivered' || (row.state === 'authorized' && !row.jobId),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      state: refund.state,
      by: refund.by,
      reason: refund.reason,
      failure: refund.failure,
      created_at: refund.createdAt.toISOString(),
    })),
    disputes: disputes.map(({ id: disputeId, amount, state }) => ({
      id: disputeId,
      amount,
      state,
    })),
    events: events.map(({ at, name, detail }) => ({
      at: at.toISOString(),
      name,
      detail: Object.entries(detail)
        .map(([word, value]) => `${word} ${value}`)
        .join(', '),
    })),
  }
}

/**
 * Refunds once what the caller saw: where the payment has changed since, as by another admin, nothing
 * is refunded. Where the gateway does not answer, the queued task continues.
 */
export async function refundPayment(
  ctx: Ctx,
  id: string,
  { amount, refundable, reason }: z.output<(typeof refundRoute)['body']>,
): Promise<PaymentDetails> {
  const actorId = requireStaff(ctx, 'refundPayment')
  const requested = await inTransaction(ctx, async (tx) => {
    if (!(await findPayment(tx, id))) throw noPayment()
    const payment = await lockPayment(tx, id)
    const left = refundableCents(
      payment.captured,
      await listRefunds(tx, id),
      await listDisputes(tx, id),
    )
    if (left > 0 && left !== refundable) {
      throw new AppError(
        'conflict',
        `This payment has changed: ${formatCents(left)} is left to refund. Look again.`,
      )
    }
    const refund = await requestRefund(tx, { paymentId: id, amount, reason })
    await writeAudit(tx, {
      actorId,
      action: 'refund',
      subjectType: 'payment',
      subjectId: id,
      note: `${formatCents(refund.amount)}: ${reason}`,
    })
    return refund
  })
  try {
    await performRefund(ctx, requested.id)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
  return getPayment(ctx, id)
}

export async function releaseAuthorisation(
  ctx: Ctx,
  id: string,
  note: string,
): Promise<PaymentDetails> {
  const actorId = requireStaff(ctx, 'releaseAuthorisation')
  const requested = await inTransaction(ctx, async (tx) => {
    if (!(await findPayment(tx, id))) throw noPayment()
    const payment = await requestRelease(tx, await lockPayment(tx, id), 'operator')
    await writeAudit(tx, {
      actorId,
      action: 'release',
      subjectType: 'payment',
      subjectId: id,
      note,
    })
    return payment
  })
  await releaseNow(ctx, requested)
  return getPayment(ctx, id)
}

function noPayment(): AppError {
  return new AppError('not_found', 'There is no such payment.')
}
