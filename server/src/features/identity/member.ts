import { and, eq, isNotNull } from 'drizzle-orm'
import type { Caller, Ctx } from '../../ctx.ts'
import { waitlistEntries } from '../../schema/identity.ts'
import { findPrincipalRow, rolesOf } from './principal.ts'

/**
 * Whether the caller may see a closed shop: the operator's people, and whoever signed in with an
 * address, proven by the identity provider, that INVITED_EMAILS names or that was invited from the
 * waitlist. Asked for each call, so that a name taken off the list is out at once.
 */
export async function isMember(
  ctx: Pick<Ctx, 'db' | 'config'>,
  { principal }: Pick<Caller, 'principal'>,
): Promise<boolean> {
  if (principal?.kind !== 'user' || principal.banned) return false
  const row = await findPrincipalRow(ctx, principal.id)
  if (!row || row.deletedAt) return false
  if (rolesOf(row, ctx.config).length > 0) return true
  const email = row.emailVerified ? row.email?.toLowerCase() : undefined
  if (!email) return false
  const { INVITED_EMAILS: invited } = ctx.config
  if (invited.includes(email) || invited.includes(email.slice(email.lastIndexOf('@')))) return true
  const isInvited = and(eq(waitlistEntries.email, email), isNotNull(waitlistEntries.invitedAt))
  return (await ctx.db.$count(waitlistEntries, isInvited)) > 0
}
