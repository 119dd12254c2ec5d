import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { syncSamples } from './moderate-workflow.ts'
import { workflows } from './tables.ts'

/** The moment of the ban marks what it hid, so that its end restores that and nothing else. */
export async function syncWorkflowBan(
  tx: TxCtx,
  news: { principalId: string; banned: boolean; at: Date },
): Promise<void> {
  const theirs = eq(workflows.ownerId, news.principalId)
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt: news.banned ? news.at : null })
    .where(and(theirs, news.banned ? isNull(workflows.hiddenAt) : eq(workflows.hiddenAt, news.at)))
    .returning()
  await syncSamples(tx, changed)
}
