import { and, isNull, ne, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

/** These samples went private, were hidden or deleted; what the same ban hid keeps it for when that ends. */
export async function clearSamples(
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
