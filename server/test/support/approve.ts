import { eq } from 'drizzle-orm'
import type { Ctx } from '../../src/ctx.ts'
import { findByAnyId, principals } from '../../src/features/identity/index.ts'

/** For tests whose creator publishes more than others may in a day; known by public or anonymous id. */
export async function approve(ctx: Ctx, id: string): Promise<void> {
  const creator = await findByAnyId(ctx, id)
  if (!creator) throw new Error(`there is no ${id} to approve`)
  await ctx.db
    .update(principals)
    .set({ approvedCreatorAt: ctx.clock.now() })
    .where(eq(principals.id, creator.id))
}
