import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { healthPauses } from './tables.ts'

const newestFirst = desc(healthPauses.beganAt)

/** The newest pause of a workflow, open or ended. */
export async function findLastPause(ctx: Pick<Ctx, 'db'>, workflowId: string) {
  const [row] = await ctx.db
    .select()
    .from(healthPauses)
    .where(eq(healthPauses.workflowId, workflowId))
    .orderBy(newestFirst)
    .limit(1)
  return row
}

/** The newest pauses of a workflow, newest first. */
export function listPauses(ctx: Pick<Ctx, 'db'>, workflowId: string, most: number) {
  return ctx.db
    .select()
    .from(healthPauses)
    .where(eq(healthPauses.workflowId, workflowId))
    .orderBy(newestFirst)
    .limit(most)
}
