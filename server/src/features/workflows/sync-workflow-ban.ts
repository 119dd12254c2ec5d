import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { workflowEvents } from './events.ts'
import { lockWorkflows } from './lock-workflows.ts'
import { syncSamples } from './moderate-workflow.ts'
import { workflows } from './tables.ts'

/** The time of the ban marks the workflows that the ban hid, so that the ban's end restores only these. */
export async function syncWorkflowBan(
  tx: TxCtx,
  news: { principalId: string; banned: boolean; at: Date },
): Promise<void> {
  const owned = eq(workflows.ownerId, news.principalId)
  await lockWorkflows(tx, owned)
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt: news.banned ? news.at : null })
    .where(and(owned, news.banned ? isNull(workflows.hiddenAt) : eq(workflows.hiddenAt, news.at)))
    .returning()
  const workflowIds = changed.map(({ id }) => id)
  if (news.banned) await workflowEvents.closed.tell(tx, { workflowIds })
  await syncSamples(tx, changed)
}
