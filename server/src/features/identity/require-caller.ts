import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Whoever acts: a visitor or a user, unless banned. */
export function requireVisitor(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (!principal) throw new AppError('unauthenticated', 'This call needs a visitor or a user.')
  if (principal.banned) throw accountBanned()
  return principal
}

export function accountBanned(): AppError {
  return new AppError('banned', 'This account was suspended for breaking the terms.')
}

export function accountDeleted(): AppError {
  return new AppError('unauthenticated', 'This account was deleted.')
}

/** A signed-in user; a banned one may still read, export and delete what is theirs. */
export function requireUser(ctx: Ctx): Principal {
  const { principal } = ctx.caller
  if (principal?.kind !== 'user') {
    throw new AppError('unauthenticated', 'Sign in to do this.')
  }
  return principal
}

/** A signed-in user who may change things. */
export function requireActiveUser(ctx: Ctx): Principal {
  requireUser(ctx)
  return requireVisitor(ctx)
}

export function requireAdmin(ctx: Ctx): Principal {
  const principal = requireUser(ctx)
  if (!principal.admin || principal.banned) {
    throw new AppError('forbidden', 'Only an administrator may do this.')
  }
  return principal
}
