import { eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

/** Counts a delivered creation for the catalogue; the first public one becomes the sample. */
export async function recordRemix(
  tx: TxCtx,
  news: { workflowId: string; mediaId: string; public: boolean },
): Promise<void> {
  const [row] = await tx.db
    .update(workflows)
    .set({
      remixCount: sql`${workflows.remixCount} + 1`,
      popularity: sql`${workflows.popularity} + 1`,
      ...(news.public
        ? { sampleMediaId: sql`coalesce(${workflows.sampleMediaId}, ${news.mediaId}::uuid)` }
        : {}),
    })
    .where(eq(workflows.id, news.workflowId))
    .returning({ sampleMediaId: workflows.sampleMediaId })
  if (row?.sampleMediaId === news.mediaId) announceSample(tx, news.workflowId)
}
