import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflows } from './tables.ts'

/** A creation was delivered: counts for the catalogue, and the first public one is the sample. */
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

export async function offerSample(
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

/** These samples went private, were hidden or deleted; what the same ban hid keeps it for when that ends. */
export async function withdrawSamples(
  tx: TxCtx,
  mediaIds: readonly string[],
  hiddenAt: Date | null = null,
): Promise<void> {
  if (mediaIds.length === 0) return
  const withdrawn = await tx.db
    .update(workflows)
    .set({ sampleMediaId: null })
    .where(
      and(
        // One parameter, however many creations an account leaves.
        sql`${workflows.sampleMediaId} = any(${sql.param(mediaIds)}::uuid[])`,
        hiddenAt ? or(isNull(workflows.hiddenAt), ne(workflows.hiddenAt, hiddenAt)) : undefined,
      ),
    )
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}

export function announceSample(tx: TxCtx, workflowId: string): void {
  tx.afterCommit(() => tx.events.publish({ id: `workflow:${workflowId}`, seq: 0 }))
}
