import { USERNAME_RULE } from '@vignette/contract/account-limits.ts'
import type { UserView } from '@vignette/contract/identity.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { isUniqueViolation } from '../../platform/db/is-unique-violation.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { identityEvents } from './events.ts'
import { getMe } from './get-me.ts'
import { isKeptForAnother } from './is-kept-for-another.ts'
import { keepPastUsername } from './keep-past-username.ts'
import { lockCaller } from './lock-caller.ts'
import { requireActiveUser } from './require-active-user.ts'
import { isReservedUsername, isUsernameForm } from './rules.ts'
import { principals } from './tables.ts'

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
      await identityEvents.handleChanged.tell(tx, { principalId: user.id, handle: username })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
  return getMe(ctx)
}
