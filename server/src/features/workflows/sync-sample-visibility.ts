import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { syncMediaAccess } from '../media/index.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

export const listed = and(isNull(workflows.hiddenAt), isNull(workflows.deletedAt))

/** When a sample is no longer public, removes it from all listed workflows, those of other creators included. */
export async function syncSampleVisibility(tx: TxCtx, mediaId: string): Promise<void> {
  if (await syncMediaAccess(tx, mediaId)) return
  const withdrawn = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null })
    .where(and(eq(workflows.sampleMediaId, mediaId), listed))
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}
