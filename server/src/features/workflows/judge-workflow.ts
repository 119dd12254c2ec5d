import { and, eq, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { ModeratedSubject } from '../../hooks.ts'
import { followSample } from './follow-sample.ts'
import { type WorkflowRow, workflows } from './tables.ts'

export async function findAsSubject(tx: TxCtx, id: string): Promise<ModeratedSubject | undefined> {
  const [row] = await tx.db
    .select()
    .from(workflows)
    .where(and(eq(workflows.id, id), isNull(workflows.deletedAt)))
  return (
    row && {
      title: row.name,
      url: `/workflows/${row.id}`,
      ownerId: row.ownerId,
      hidden: row.hiddenAt !== null,
      reachable: row.hiddenAt === null,
    }
  )
}

export async function setWorkflowHidden(tx: TxCtx, id: string, hidden: boolean): Promise<void> {
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt: hidden ? tx.clock.now() : null })
    .where(eq(workflows.id, id))
    .returning()
  await follow(tx, changed)
}

/** The moment of the ban marks what it hid, so that its end restores that and nothing else. */
export async function followBan(
  tx: TxCtx,
  news: { principalId: string; banned: boolean; at: Date },
): Promise<void> {
  const theirs = eq(workflows.ownerId, news.principalId)
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt: news.banned ? news.at : null })
    .where(and(theirs, news.banned ? isNull(workflows.hiddenAt) : eq(workflows.hiddenAt, news.at)))
    .returning()
  await follow(tx, changed)
}

async function follow(tx: TxCtx, changed: readonly WorkflowRow[]): Promise<void> {
  for (const { sampleMediaId } of changed) {
    if (sampleMediaId) await followSample(tx, sampleMediaId)
  }
  announceWorkflows(
    tx,
    changed.map((row) => row.id),
  )
}

/** Every cache that may hold these recipes hears of it. */
export function announceWorkflows(tx: TxCtx, ids: readonly string[]): void {
  for (const workflowId of ids) {
    tx.afterCommit(() => tx.events.publish({ id: `workflow:${workflowId}`, seq: 0 }))
  }
}

export async function renameCreator(
  tx: TxCtx,
  news: { principalId: string; handle: string },
): Promise<void> {
  const renamed = await tx.db
    .update(workflows)
    .set({ handle: news.handle })
    .where(eq(workflows.ownerId, news.principalId))
    .returning({ id: workflows.id })
  announceWorkflows(
    tx,
    renamed.map((row) => row.id),
  )
}
