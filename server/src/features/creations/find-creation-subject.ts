import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { ModeratedSubject } from '../moderation/index.ts'
import { getVersion } from '../workflows/index.ts'
import { delivered } from './moderate-creation.ts'
import { creations } from './tables.ts'

export async function findCreationSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db
    .select()
    .from(creations)
    .where(and(eq(creations.id, id), delivered))
  if (!row) return undefined
  const { version } = await getVersion(tx, row.workflowId, row.workflowVersion)
  return {
    title: `A creation of ${version.recipe.name}`,
    url: `/creations/${row.id}`,
    ownerId: row.ownerId,
    hidden: row.hiddenAt !== null,
    reachable: row.hiddenAt === null && (row.public || row.linkVersion !== null),
  }
}
