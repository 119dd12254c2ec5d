import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { accountBanned } from './account-banned.ts'

/** The calling visitor or user; throws for a banned one. */
export function requireVisitor(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (!principal) throw new AppError('unauthenticated', 'This call needs a visitor or a user.')
  if (principal.banned) throw accountBanned()
  return principal
}
