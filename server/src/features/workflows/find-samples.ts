import { inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** Media ids used as a sample, also by a workflow that was taken down and can come back. */
export async function findSamples(tx: TxCtx, news: { mediaIds: string[] }): Promise<string[]> {
  const rows = await tx.db
    .select({ mediaId: workflows.sampleMediaId })
    .from(workflows)
    .where(inArray(workflows.sampleMediaId, news.mediaIds))
  return rows.flatMap(({ mediaId }) => mediaId ?? [])
}
