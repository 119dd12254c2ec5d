import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireUser } from './require-user.ts'

export function requireAdmin(ctx: Ctx): Principal {
  const principal = requireUser(ctx)
  if (!principal.admin || principal.banned) {
    throw new AppError('forbidden', 'Only an administrator may do this.')
  }
  return principal
}
