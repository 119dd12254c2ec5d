import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { GatewayError, type PayoutGateway } from '../../providers/payouts/spec.ts'
import { type PayoutRow, payouts } from '../../schema/payouts.ts'
import { findPayoutGateway } from './find-payout-gateway.ts'
import { findPayout } from './queries.ts'
import { refusePayout } from './refuse-payout.ts'
import { keyOf } from './rules.ts'
import { settlePayout } from './settle-payout.ts'

export const sendPayoutTask = defineTask({
  name: 'payouts.send',
  data: z.object({ payoutId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { payoutId }) => sendPayout(ctx, payoutId),
})

/** Longer than any vendor's call with its repetitions takes. */
const LEASE_MS = 5 * 60_000

/**
 * Asks the vendor to transfer a recorded payout. One process asks at a time, under a key that names
 * the payout; who asks after another first looks for the transfer.
 */
export async function sendPayout(ctx: Ctx, payoutId: string): Promise<PayoutRow | undefined> {
  const known = await findPayout(ctx, payoutId)
  const gateway = known && findPayoutGateway(ctx, known)
  const payout = gateway && (await leasePayout(ctx, payoutId))
  if (!payout) return known
  try {
    if (payout.attempt > 1 && (await settleFound(ctx, gateway, payout))) {
      return await findPayout(ctx, payoutId)
    }
    const { accountId, amount, currency, keyNumber } = payout
    const transfer = await gateway.transfer({
      payoutId,
      accountId,
      amount,
      currency,
      idempotencyKey: keyOf(payoutId, keyNumber),
    })
    return await settlePayout(ctx, payoutId, { transfer })
  } catch (error) {
    return await takeError(ctx, gateway, payout, error)
  }
}

/** Undefined where the payout has ended, or another process asks the vendor. */
async function leasePayout(ctx: Ctx, id: string): Promise<PayoutRow | undefined> {
  const now = ctx.clock.now()
  const [leased] = await ctx.db
    .update(payouts)
    .set({
      state: 'sending',
      attempt: sql`${payouts.attempt} + 1`,
      leasedUntil: new Date(now.getTime() + LEASE_MS),
      movedAt: now,
    })
    .where(
      and(
        eq(payouts.id, id),
        inArray(payouts.state, ['scheduled', 'sending']),
        or(isNull(payouts.leasedUntil), lt(payouts.leasedUntil, now)),
      ),
    )
    .returning()
  return leased
}

async function settleFound(ctx: Ctx, gateway: PayoutGateway, { id }: PayoutRow): Promise<boolean> {
  const transfer = await gateway.findTransfer({ payoutId: id })
  if (transfer) await settlePayout(ctx, id, { transfer })
  return transfer !== null
}

/** A refusal ends the payout; after any other failure the payout is sent again. */
async function takeError(
  ctx: Ctx,
  gateway: PayoutGateway,
  payout: PayoutRow,
  error: unknown,
): Promise<PayoutRow | undefined> {
  const refusal = error instanceof GatewayError && !error.retryable && !error.kept && error
  if (refusal) {
    if (!(await settleFound(ctx, gateway, payout))) await refusePayout(ctx, payout, refusal)
    return findPayout(ctx, payout.id)
  }
  await inTransaction(ctx, async (tx) => {
    const kept = error instanceof GatewayError && error.kept
    await tx.db
      .update(payouts)
      .set({ leasedUntil: null, ...(kept ? { keyNumber: payout.keyNumber + 1 } : {}) })
      .where(and(eq(payouts.id, payout.id), eq(payouts.attempt, payout.attempt)))
  })
  throw error
}
