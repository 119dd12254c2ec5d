import { PAST_USERNAME_MONTHS, PAST_USERNAMES } from '@vignette/contract/account-limits.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { pastUsernames } from './tables.ts'

/**
 * Keeps the name that the user gives up for `next`; a past name of the user's own that comes back
 * is deleted. The caller has locked the user's row.
 */
export async function keepPastUsername(tx: TxCtx, user: Principal, next: string): Promise<void> {
  const own = eq(pastUsernames.principalId, user.id)
  await tx.db.delete(pastUsernames).where(and(own, eq(pastUsernames.username, next)))
  if (!user.username || user.username === next) return
  const now = tx.clock.now()
  const kept = await tx.db
    .select({ until: pastUsernames.keptUntil })
    .from(pastUsernames)
    .where(and(own, gt(pastUsernames.keptUntil, now)))
    .orderBy(asc(pastUsernames.keptUntil))
  const [first] = kept
  if (first && kept.length >= PAST_USERNAMES) throw changedOften(first.until)
  const keptUntil = new Date(now)
  keptUntil.setUTCMonth(keptUntil.getUTCMonth() + PAST_USERNAME_MONTHS)
  const values = { username: user.username, principalId: user.id, keptUntil }
  await tx.db
    .insert(pastUsernames)
    .values(values)
    .onConflictDoUpdate({ target: pastUsernames.username, set: values })
}

function changedOften(until: Date): AppError {
  const message = `You have changed your username ${PAST_USERNAMES} times, and each earlier one is kept for you. You can change it again from ${formatDay(until.toISOString())}, or go back to an earlier one.`
  return new AppError('validation_failed', message, { details: [{ path: 'username', message }] })
}
