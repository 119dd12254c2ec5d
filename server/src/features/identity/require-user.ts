import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** A signed-in user; a banned one may still read, export and delete what is theirs. */
export function requireUser(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (principal?.kind !== 'user') {
    throw new AppError('unauthenticated', 'Sign in to do this.')
  }
  return principal
}
