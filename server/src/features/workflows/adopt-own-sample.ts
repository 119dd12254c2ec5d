import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

/**
 * Makes a creator's own public creation the sample of a recipe without a sample. Other people's
 * creations are only suggested to the creator.
 */
export async function adoptOwnSample(
  tx: TxCtx,
  news: { workflowId: string; mediaId: string; ownerId: string },
): Promise<void> {
  const adopted = await tx.db
    .update(workflows)
    .set({ sampleMediaId: news.mediaId })
    .where(
      and(
        eq(workflows.id, news.workflowId),
        eq(workflows.ownerId, news.ownerId),
        isNull(workflows.sampleMediaId),
      ),
    )
    .returning({ id: workflows.id })
  if (adopted.length > 0) announceSample(tx, news.workflowId)
}
