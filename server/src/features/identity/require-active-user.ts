import type { Ctx, Principal } from '../../ctx.ts'
import { requireUser } from './require-user.ts'
import { requireVisitor } from './require-visitor.ts'

/** A signed-in user who may change things. */
export function requireActiveUser(ctx: Ctx): Principal {
  requireUser(ctx)
  return requireVisitor(ctx)
}
