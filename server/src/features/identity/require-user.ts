import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** The signed-in user, also a banned one, who may still read, export and delete their own data. */
export function requireUser(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (principal?.kind !== 'user') {
    throw new AppError('unauthenticated', 'Sign in to do this.')
  }
  return principal
}
