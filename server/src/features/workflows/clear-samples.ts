import { and, isNull, ne, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { announceSample } from './announce-sample.ts'
import { workflows } from './tables.ts'

/**
 * Removes samples that went private, were hidden or deleted; workflows hidden by the same ban keep
 * their sample for the ban's end.
 */
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
        // One array parameter, however many creations an account leaves.
        sql`${workflows.sampleMediaId} = any(${sql.param(mediaIds)}::uuid[])`,
        hiddenAt ? or(isNull(workflows.hiddenAt), ne(workflows.hiddenAt, hiddenAt)) : undefined,
      ),
    )
    .returning({ id: workflows.id })
  for (const { id } of withdrawn) announceSample(tx, id)
}
