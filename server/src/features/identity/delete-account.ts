import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { idempotencyKeys } from '../../platform/http/tables.ts'
import { identityEvents } from './events.ts'
import { requireUser } from './require-user.ts'
import { startNewVisitor } from './start-new-visitor.ts'
import { principals, sessions } from './tables.ts'

/** The row stays, emptied: the ledger's postings go on pointing at somebody without a name. */
export async function deleteAccount(ctx: Ctx, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  await inTransaction(ctx, async (tx) => {
    // Locked so that deliveries, which hold a job and are about to name its owner, can still do so:
    // emptying the row at once would have each wait for the other.
    const [row] = await tx.db
      .select({ id: principals.id })
      .from(principals)
      .where(and(eq(principals.id, user.id), isNull(principals.deletedAt)))
      .for('no key update')
    // Of two deletions at once, one tells the others.
    if (!row) return
    await tx.db.delete(sessions).where(eq(sessions.principalId, user.id))
    await forgetAnswers(tx, user.id)
    await identityEvents.accountDeleted.tell(tx, { principalId: user.id })
    await tx.db
      .update(principals)
      .set({
        deletedAt: tx.clock.now(),
        username: null,
        email: null,
        emailVerified: false,
        picture: null,
        issuer: null,
        subject: null,
        developmentAdmin: false,
        approvedCreatorAt: null,
      })
      .where(eq(principals.id, user.id))
  })
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
}

/** Answers kept for repetitions say what was asked for, also before the visitor signed in. */
async function forgetAnswers(tx: TxCtx, userId: string): Promise<void> {
  const before = await tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.claimedBy, userId))
  const callers = [userId, ...before.map((visitor) => visitor.id)]
  await tx.db.delete(idempotencyKeys).where(inArray(idempotencyKeys.caller, callers))
}
