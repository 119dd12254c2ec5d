import type { PublicUser, UserView } from '@vignette/contract/identity.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countProfile } from './count-profile.ts'
import { findByAnyId } from './queries.ts'
import { publicHandle } from './rules.ts'
import { viewSelf } from './view-self.ts'

/** The caller's own profile in full; of another person's profile the public part. */
export async function getUser(ctx: Ctx, id: string): Promise<UserView | PublicUser> {
  const row = await findByAnyId(ctx, id)
  if (!row || row.deletedAt) throw new AppError('not_found', 'There is no such user.')
  const own = row.id === ctx.caller.principal?.id
  if (own && row.kind === 'user') return viewSelf(ctx, row)
  return {
    id: row.id,
    username: row.username,
    handle: publicHandle(row),
    picture: row.picture,
    counts: await countProfile(ctx, row.id, own),
  }
}
