import type { Caller, Ctx, Principal } from '../../ctx.ts'
import { DEVELOPMENT_ISSUER, HOUSE_ISSUER } from './rules.ts'
import type { PrincipalRow } from './tables.ts'

type IdentityConfig = Pick<Ctx['config'], 'ADMIN_EMAILS' | 'signIn' | 'loopback'>

/** Admin is decided anew on each call, so that taking an address off the list works at once. */
export function isAdmin(row: PrincipalRow, config: IdentityConfig): boolean {
  if (row.kind !== 'user' || row.deletedAt) return false
  if (row.emailVerified && row.email && config.ADMIN_EMAILS.includes(row.email.toLowerCase())) {
    return true
  }
  return (
    row.issuer === DEVELOPMENT_ISSUER &&
    row.developmentAdmin &&
    config.signIn === 'development' &&
    config.loopback
  )
}

/** An access token is kept where programs run: what an admin may do stays with the browser. */
export function toPrincipal(
  row: PrincipalRow,
  config: IdentityConfig,
  via?: Caller['via'],
): Principal {
  return {
    id: row.id,
    kind: row.kind,
    username: row.username,
    email: row.email,
    banned: row.bannedAt !== null,
    approvedCreator: row.approvedCreatorAt !== null || row.issuer === HOUSE_ISSUER,
    admin: via !== 'bearer' && isAdmin(row, config),
  }
}
