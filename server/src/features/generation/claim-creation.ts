import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { jobs } from '../../schema/generation.ts'
import { handOverCreation } from '../creations/index.ts'
import { findByAnyId, lockCaller } from '../identity/index.ts'
import { readClaim } from '../notices/index.ts'
import { handOverPayment } from '../payments/index.ts'

/**
 * Takes a visitor's creation, by the link of a letter, to the caller: the creation alone, with its
 * run and payment. The first browser that presses the button gets it.
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
      .select({ ownerId: jobs.ownerId })
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
    await tx.db
      .update(jobs)
      .set({ ownerId: to })
      .where(and(eq(jobs.creationId, creationId), eq(jobs.ownerId, from)))
    if (!(await handOverCreation(tx, { creationId, from, to }))) throw used()
    await handOverPayment(tx, { creationId, from, to })
    return { creation_id: creationId }
  })
}

function used(): AppError {
  return new AppError(
    'not_found',
    'This link was used before. The creation is in the browser that used it, or in the account that signed in there.',
  )
}
