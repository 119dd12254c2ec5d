import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../../schema/identity.ts'
import { lockActing, requireStaff } from './caller.ts'
import { identityEvents } from './events.ts'
import { rolesOf } from './principal.ts'
import { revokeSessions } from './session.ts'

/** Ends every session; a banned user who signs in again may only read, export and delete their own data. */
export async function banUser(tx: TxCtx, principalId: string, banned: boolean): Promise<void> {
  requireStaff(tx, 'actOnReport')
  // For a visitor who has just signed in, locks the account.
  const row = await lockActing(tx, principalId, 'no key update')
  if (!row) throw new AppError('not_found', 'There is no such user.')
  const [role] = banned ? rolesOf(row, tx.config) : []
  if (role) {
    const words =
      role === 'admin' ? 'An administrator cannot be banned.' : 'Take the role away first.'
    throw new AppError('forbidden', words)
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
