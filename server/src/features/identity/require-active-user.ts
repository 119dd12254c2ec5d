import type { Ctx, Principal } from '../../ctx.ts'
import { requireUser } from './require-user.ts'
import { requireVisitor } from './require-visitor.ts'

/** The signed-in user; throws for a banned one. */
export function requireActiveUser(ctx: Ctx): Principal {
  requireUser(ctx)
  return requireVisitor(ctx)
}
