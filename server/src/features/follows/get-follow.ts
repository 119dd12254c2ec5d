import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { requireUser } from '../identity/index.ts'
import { follows } from './tables.ts'

export async function getFollow(ctx: Ctx, id: string): Promise<{ following: boolean }> {
  const own = eq(follows.followerId, requireUser(ctx).id)
  return { following: (await ctx.db.$count(follows, and(own, eq(follows.followedId, id)))) > 0 }
}
