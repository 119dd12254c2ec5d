import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { ModeratedSubject } from '../moderation/index.ts'
import { collections } from './tables.ts'

export async function findCollectionSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db.select().from(collections).where(eq(collections.id, id))
  return (
    row && {
      title: `The collection “${row.name}”`,
      url: `/collections/${row.id}`,
      ownerId: row.ownerId,
      hidden: row.hiddenAt !== null,
      reachable: row.visibility === 'public' && row.hiddenAt === null,
    }
  )
}
