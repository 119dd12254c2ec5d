import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isShown } from './is-shown.ts'
import { delivered } from './moderate-creation.ts'
import { creations } from './tables.ts'

/** The creation that a run begins with, where the caller may see it and its recipe is the run's. */
export async function findOrigin(
  ctx: Ctx,
  want: { id: string; workflowId: string },
): Promise<string | null> {
  const [row] = await ctx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, want.id), eq(creations.workflowId, want.workflowId), delivered))
  if (!row) return null
  return isShown(row) || row.ownerId === ctx.caller.principal?.id ? row.id : null
}
