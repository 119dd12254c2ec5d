import type { Caller, Ctx, Principal } from '../../ctx.ts'
import { DEVELOPMENT_ISSUER, HOUSE_ISSUER } from './rules.ts'
import type { PrincipalRow } from './tables.ts'

type IdentityConfig = Pick<Ctx['config'], 'ADMIN_EMAILS' | 'signIn' | 'loopback'>

/** Computed on each call, so that removing an address from the list takes effect at once. */
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

/** An access token lies on machines that run programs, so admin rights are for browser sessions only. */
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
