import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../../schema/identity.ts'
import { lockActing, requireAdmin } from './caller.ts'
import { identityEvents } from './events.ts'
import { isAdmin } from './principal.ts'
import { revokeSessions } from './session.ts'

/** Ends every session; a banned user who signs in again may only read, export and delete their own data. */
export async function banUser(tx: TxCtx, principalId: string, banned: boolean): Promise<void> {
  requireAdmin(tx)
  // For a visitor who has just signed in, locks the account.
  const row = await lockActing(tx, principalId, 'no key update')
  if (!row) throw new AppError('not_found', 'There is no such user.')
  if (banned && isAdmin(row, tx.config)) {
    throw new AppError('forbidden', 'An administrator cannot be banned.')
  }
  if ((row.bannedAt !== null) === banned) return
  const at = row.bannedAt ?? tx.clock.now()
  await tx.db
    .update(principals)
    .set({ bannedAt: banned ? at : null })
    .where(eq(principals.id, row.id))
  if (banned) await revokeSessions(tx, row.id)
  await identityEvents.principalBanned.emit(tx, { principalId: row.id, banned, at })
}
