import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { creations } from '../creations/index.ts'
import { findSampleFile } from '../workflows/index.ts'

/** Whether a sample is no creation of another recipe; an upload is shown as the creator's own picture. */
export async function isOwnSample(
  tx: TxCtx,
  { address, workflowId }: { address: string | null; workflowId: string | null },
): Promise<boolean> {
  const mediaId = address && (await findSampleFile(tx, address))
  // Publishing itself refuses an address that names no file.
  if (!mediaId) return true
  const made = await tx.db
    .select({ workflowId: creations.workflowId })
    .from(creations)
    .where(eq(creations.mediaId, mediaId))
  return made.every((one) => one.workflowId === workflowId)
}
