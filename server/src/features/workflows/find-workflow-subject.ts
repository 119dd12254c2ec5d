import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { ModeratedSubject } from '../moderation/index.ts'
import { workflows } from './tables.ts'

export async function findWorkflowSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db
    .select()
    .from(workflows)
    .where(and(eq(workflows.id, id), isNull(workflows.deletedAt)))
  return (
    row && {
      title: row.name,
      url: `/workflows/${row.id}`,
      ownerId: row.ownerId,
      hidden: row.hiddenAt !== null,
      reachable: row.hiddenAt === null,
    }
  )
}
