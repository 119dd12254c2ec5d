import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

export async function suggestSample(
  tx: TxCtx,
  news: { workflowId: string; mediaId: string },
): Promise<void> {
  const adopted = await tx.db
    .update(workflows)
    .set({ sampleMediaId: news.mediaId })
    .where(and(eq(workflows.id, news.workflowId), isNull(workflows.sampleMediaId)))
    .returning({ id: workflows.id })
  if (adopted.length > 0) announceSample(tx, news.workflowId)
}
