import type { StaffRole } from '@vignette/contract/staff.ts'
import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { principals } from '../../schema/identity.ts'
import { lockActing, notStaff, requireStaff } from './caller.ts'
import { findPrincipalRow, isNamedAdmin, listStaff, rolesOf } from './principal.ts'

/** Held while roles change, so that two admins who take each other's role do it one after the other. */
const changing = defineLock(8_402_201)

/** Answers the roles that the person had before. */
export async function giveRoles(
  tx: TxCtx,
  id: string,
  roles: readonly StaffRole[],
): Promise<readonly StaffRole[]> {
  const callerId = requireStaff(tx, 'setRoles')
  await lockFor(tx, changing)
  const caller = callerId && (await findPrincipalRow(tx, callerId))
  if (caller && !rolesOf(caller, tx.config).includes('admin')) throw notStaff()
  const row = await lockActing(tx, id, 'no key update')
  if (!row || row.id !== id || row.kind !== 'user' || row.deletedAt) {
    throw new AppError('not_found', 'There is no such account.')
  }
  if (row.bannedAt && roles.length > 0) {
    throw new AppError('conflict', 'This account is suspended.')
  }
  if (isNamedAdmin(row, tx.config) && !roles.includes('admin')) {
    throw new AppError('conflict', 'The configuration names this admin: ADMIN_EMAILS.')
  }
  const staffRoles = roles.length > 0 ? [...new Set(roles)] : null
  await tx.db.update(principals).set({ staffRoles }).where(eq(principals.id, id))
  if ((await listStaff(tx, 'admin')).length === 0) {
    throw new AppError('conflict', 'This is the last admin.')
  }
  return rolesOf(row, tx.config)
}
