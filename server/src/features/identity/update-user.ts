import {
  PAST_USERNAME_MONTHS,
  PAST_USERNAMES,
  USERNAME_RULE,
} from '@vignette/contract/account-limits.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import type { UserView } from '@vignette/contract/identity.ts'
import { and, asc, eq, gt, lte, ne } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { isUniqueViolation } from '../../platform/db/database-error.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { pastUsernames, principals } from '../../schema/identity.ts'
import { lockCaller, requireActiveUser } from './caller.ts'
import { identityEvents } from './events.ts'
import { isReservedUsername, isUsernameForm } from './rules.ts'
import { getMe } from './user.ts'

const TAKEN = 'This username is already taken. Please choose another.'

const RESERVED = 'This username is reserved. Please choose another.'

/** The unique index decides between two simultaneous requests for one name. */
export async function updateUser(ctx: Ctx, wanted: string): Promise<UserView> {
  requireActiveUser(ctx)
  const username = wanted.trim().toLowerCase()
  if (!isUsernameForm(username)) {
    throw new AppError('validation_failed', USERNAME_RULE, {
      details: [{ path: 'username', message: USERNAME_RULE }],
    })
  }
  const taken = (message = TAKEN) =>
    new AppError('username_taken', message, { details: [{ path: 'username', message }] })
  if (isReservedUsername(username)) throw taken(RESERVED)
  try {
    await inTransaction(ctx, async (tx) => {
      const { owner: user } = await lockCaller(tx, 'no key update')
      await keepPastUsername(tx, user, username)
      await tx.db.update(principals).set({ username }).where(eq(principals.id, user.id))
      // Asked after the update: another account that gives up this name at the same moment has committed by then.
      if (await isKeptForAnother(tx, { username, principalId: user.id })) throw taken()
      await identityEvents.handleChanged.emit(tx, { principalId: user.id, handle: username })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
  return getMe(ctx)
}

/** Whether the username is a past username of another account, and still leads to that account. */
async function isKeptForAnother(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username, principalId }: { username: string; principalId: string },
): Promise<boolean> {
  const kept = and(
    eq(pastUsernames.username, username),
    ne(pastUsernames.principalId, principalId),
    gt(pastUsernames.keptUntil, ctx.clock.now()),
  )
  return (await ctx.db.$count(pastUsernames, kept)) > 0
}

/**
 * Keeps the name that the user gives up for `next`; a past name of the user's own that comes back
 * is deleted. The caller has locked the user's row.
 */
async function keepPastUsername(tx: TxCtx, user: Principal, next: string): Promise<void> {
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

export const sweepPastUsernames = defineTask({
  name: 'identity.sweep-past-usernames',
  retryLimit: 2,
  cron: '46 4 * * *',
  run: runSweepPastUsernames,
})

/** Forgets the past usernames whose time is over. */
async function runSweepPastUsernames(ctx: Ctx): Promise<void> {
  await ctx.db.delete(pastUsernames).where(lte(pastUsernames.keptUntil, ctx.clock.now()))
}
