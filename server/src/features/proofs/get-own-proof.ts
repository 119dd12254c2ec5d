import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../creations/index.ts'
import { requireVisitor } from '../identity/index.ts'
import { payments } from '../payments/index.ts'

/** The caller's undecided proof with its payment. */
export async function getOwnProof(ctx: Ctx, id: string) {
  const owner = requireVisitor(ctx)
  const [found] = await ctx.db
    .select({ creation: creations, paymentId: payments.id })
    .from(creations)
    .leftJoin(payments, and(eq(payments.creationId, creations.id), isNotNull(creations.proofUntil)))
    .where(
      and(
        eq(creations.id, id),
        eq(creations.ownerId, owner.id),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
      ),
    )
  if (!found) {
    throw new AppError('not_found', 'This creation may have been deleted or does not exist.')
  }
  const { creation, paymentId } = found
  if (paymentId) return { creation, paymentId }
  throw new AppError('payment_state', 'There is no proof to draw again.')
}
