import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findByAnyId } from '../identity/index.ts'

export async function getOwner(ctx: Ctx, userId: string) {
  const owner = await findByAnyId(ctx, userId)
  if (!owner) throw new AppError('not_found', 'There is no such user.')
  return owner
}
