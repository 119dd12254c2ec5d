import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { handOverCreation } from '../creations/index.ts'
import { findByAnyId, lockCaller } from '../identity/index.ts'
import { readClaim } from '../notices/index.ts'
import { handOverPayment } from '../payments/index.ts'

/**
 * Takes a visitor's creation, by the link of a letter, to the caller: the creation alone, with its
 * run and payment, and the proofs that wait on that payment. The first browser that presses the button gets it.
 */
export async function claimCreation(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ creation_id: string }> {
  const link = readClaim(ctx, token)
  if (!link) throw new AppError('not_found', 'This link is not whole, or older than seven days.')
  const { creationId, ownerId: from } = link
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const [job] = await tx.db
      .select({ ownerId: jobs.ownerId, paymentId: jobs.paymentId })
      .from(jobs)
      .where(eq(jobs.creationId, creationId))
      .for('update')
    // A caller who already owns the creation opens it, however often.
    if (job?.ownerId === owner.id) return { creation_id: creationId }
    const giver = await findByAnyId(tx, from)
    if (job?.ownerId !== from || giver?.id !== from || giver.kind !== 'visitor' || giver.bannedAt) {
      throw used()
    }
    const to = owner.id
    const { paymentId } = job
    const along = await tx.db
      .select({ creationId: creations.id })
      .from(jobs)
      .innerJoin(creations, eq(creations.id, jobs.creationId))
      .where(
        and(
          paymentId ? eq(jobs.paymentId, paymentId) : eq(jobs.creationId, creationId),
          eq(jobs.ownerId, from),
          isNull(creations.deletedAt),
        ),
      )
      .orderBy(creations.id)
      .for('update', { of: jobs })
    const ids = along.map((one) => one.creationId)
    if (!ids.includes(creationId)) throw used()
    await tx.db.update(jobs).set({ ownerId: to }).where(inArray(jobs.creationId, ids))
    for (const id of ids) await handOverCreation(tx, { creationId: id, from, to })
    if (paymentId) await handOverPayment(tx, { paymentId, from, to })
    return { creation_id: creationId }
  })
}

function used(): AppError {
  return new AppError(
    'not_found',
    'This link was used before. The creation is in the browser that used it, or in the account that signed in there.',
  )
}
