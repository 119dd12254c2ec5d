import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { kept, shown } from './list-user-creations.ts'
import { type CreationRow, creations } from './tables.ts'

/** The newest public creations of each of these workflows; each gallery is read from its own index. */
export async function listNewestShown(
  ctx: Ctx,
  workflowIds: readonly string[],
  each: number,
): Promise<CreationRow[]> {
  if (workflowIds.length === 0) return []
  const ids = workflowIds.map(
    (id) => sql`(select ${creations.id} from ${creations}
      where ${and(eq(creations.workflowId, id), kept, shown)}
      order by ${creations.deliveredAt} desc, ${creations.id} desc limit ${each})`,
  )
  return ctx.db
    .select()
    .from(creations)
    .where(inArray(creations.id, sql`(${sql.join(ids, sql` union all `)})`))
    .orderBy(desc(creations.deliveredAt), desc(creations.id))
}
