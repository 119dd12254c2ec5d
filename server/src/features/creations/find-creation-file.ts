import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { delivered } from './moderate-creation.ts'
import { creations } from './tables.ts'

export async function findCreationFile(tx: TxCtx, id: string): Promise<string | undefined> {
  const [row] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(and(eq(creations.id, id), delivered, isNull(creations.proofUntil)))
  return row?.mediaId ?? undefined
}
