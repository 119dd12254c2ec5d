import { and, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../../ctx.ts'
import { principals, repairOrphans } from '../../identity/index.ts'
import type { Difference } from '../difference.ts'
import { paymentEvents, payments } from '../tables.ts'

/** Jobs and payments left behind by a sign-in, a deletion or a ban: repaired where possible, else reported. */
export async function findOrphans(ctx: Ctx): Promise<Difference[]> {
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
