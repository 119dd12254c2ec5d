import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { idempotencyKeys } from '../../platform/http/tables.ts'
import { principals } from '../../schema/identity.ts'
import { requireUser } from './caller.ts'
import { identityEvents } from './events.ts'
import { identityPorts, type LeftBehind } from './ports.ts'
import { startNewVisitor } from './visitor.ts'

export async function deleteAccount(ctx: Ctx, reply: FastifyReply): Promise<LeftBehind | null> {
  const user = requireUser(ctx)
  const left = await inTransaction(ctx, (tx) => eraseAccount(tx, user.id))
  if (ctx.caller.via !== 'bearer') await startNewVisitor(ctx, reply)
  return left
}

/** The emptied row stays, since the ledger's postings point at it. */
export async function eraseAccount(tx: TxCtx, id: string): Promise<LeftBehind | null> {
  // A weaker lock first: a delivery holds a job and refers to its owner's row, and an update of
  // that row at once would deadlock with the delivery.
  const [row] = await tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(and(eq(principals.id, id), isNull(principals.deletedAt)))
    .for('no key update')
  // The second of two simultaneous deletions changes nothing.
  if (!row) return null
  await forgetAnswers(tx, id)
  await identityEvents.accountDeleted.emit(tx, { principalId: id })
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
      staffRoles: null,
      approvedCreatorAt: null,
      askedApprovalAt: null,
      creatorTerms: null,
      creatorTermsAt: null,
    })
    .where(eq(principals.id, id))
  return findLeftBehind(tx, id)
}

async function findLeftBehind(tx: TxCtx, principalId: string): Promise<LeftBehind | null> {
  for await (const left of identityPorts.leftBehind.askEach(tx, { principalId })) {
    if (left) return left
  }
  return null
}

/** Deletes stored idempotent answers, which contain inputs, also those from before the sign-in. */
async function forgetAnswers(tx: TxCtx, userId: string): Promise<void> {
  const before = await tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.claimedBy, userId))
  const callers = [userId, ...before.map((visitor) => visitor.id)]
  await tx.db.delete(idempotencyKeys).where(inArray(idempotencyKeys.caller, callers))
}
