import type { UserView } from '@vignette/contract/identity.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findPrincipalRow } from './queries.ts'
import { requireUser } from './require-user.ts'
import { viewSelf } from './view-self.ts'

export async function getMe(ctx: Ctx): Promise<UserView> {
  const user = requireUser(ctx)
  const row = await findPrincipalRow(ctx, user.id)
  if (!row || row.deletedAt) throw new AppError('unauthenticated', 'Sign in to do this.')
  return viewSelf(ctx, row)
}
