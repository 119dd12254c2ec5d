import { eq } from 'drizzle-orm'
import type { Ctx } from '../../src/ctx.ts'
import { findByAnyId } from '../../src/features/identity/index.ts'
import { principals } from '../../src/schema/identity.ts'

/** Approves the creator with this public or anonymous id, who may then exceed the publishing limits. */
export async function approve(ctx: Ctx, id: string): Promise<void> {
  const creator = await findByAnyId(ctx, id)
  if (!creator) throw new Error(`there is no ${id} to approve`)
  await ctx.db
    .update(principals)
    .set({ approvedCreatorAt: ctx.clock.now() })
    .where(eq(principals.id, creator.id))
}
