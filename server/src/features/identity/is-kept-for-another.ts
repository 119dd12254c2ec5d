import { and, eq, gt, ne } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { pastUsernames } from './tables.ts'

/** Whether the username is a past username of another account, and still leads to that account. */
export async function isKeptForAnother(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username, principalId }: { username: string; principalId: string },
): Promise<boolean> {
  const kept = and(
    eq(pastUsernames.username, username),
    ne(pastUsernames.principalId, principalId),
    gt(pastUsernames.keptUntil, ctx.clock.now()),
  )
  return (await ctx.db.$count(pastUsernames, kept)) > 0
}
