import { and, eq, gt, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { hoursAgo } from '../../platform/hours-ago.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { letterAddresses } from './tables.ts'

/** How often a day one address may be left, by all visitors together. */
const LEFT_PER_DAY = 10

/**
 * Keeps where letters about these creations and payments go. An account's letters go to the
 * account's own address, whatever its browser had left.
 */
export async function keepLetterAddress(
  tx: TxCtx,
  left: { owner: Principal; subjectIds: readonly string[]; address: string },
): Promise<void> {
  if (left.owner.kind === 'user') return
  const address = left.address.trim().toLowerCase()
  const today = and(
    eq(letterAddresses.address, address),
    gt(letterAddresses.createdAt, hoursAgo(tx, 24)),
  )
  if ((await tx.db.$count(letterAddresses, today)) >= LEFT_PER_DAY) {
    throw new AppError('rate_limited', 'This address was left too often today.', {
      retryAfterSeconds: 3600,
    })
  }
  const createdAt = tx.clock.now()
  const ownerId = left.owner.id
  await tx.db
    .insert(letterAddresses)
    .values(left.subjectIds.map((subjectId) => ({ subjectId, ownerId, address, createdAt })))
    .onConflictDoUpdate({
      target: letterAddresses.subjectId,
      set: { address, ownerId, createdAt },
      setWhere: sql`${letterAddresses.ownerId} = ${ownerId}`,
    })
}
