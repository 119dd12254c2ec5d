import { and, inArray, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** Media ids used as a sample by a workflow that is not deleted. */
export async function findSamples(tx: TxCtx, news: { mediaIds: string[] }): Promise<string[]> {
  const rows = await tx.db
    .select({ mediaId: workflows.sampleMediaId })
    .from(workflows)
    .where(and(inArray(workflows.sampleMediaId, news.mediaIds), isNull(workflows.deletedAt)))
  return rows.flatMap(({ mediaId }) => mediaId ?? [])
}
