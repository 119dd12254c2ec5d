import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type WorkflowRow, workflows } from '../../schema/workflows.ts'
import { lockCaller } from '../identity/index.ts'
import { type ModeratedSubject, openObjection } from '../moderation/index.ts'
import { tellChange, workflowEvents } from './events.ts'
import { syncSampleVisibility } from './sample.ts'
import { announceWorkflows, lockOwn, lockWorkflows } from './workflow.ts'
import { takeDown } from './workflow-state.ts'

export async function moderateWorkflow(
  tx: TxCtx,
  id: string,
  hiddenAt: Date | null,
): Promise<void> {
  await lockWorkflows(tx, eq(workflows.id, id))
  const [before] = await tx.db.select().from(workflows).where(eq(workflows.id, id))
  const changed = await tx.db
    .update(workflows)
    .set({ hiddenAt })
    .where(eq(workflows.id, id))
    .returning()
  if (hiddenAt) await workflowEvents.closed.emit(tx, { workflowIds: [id] })
  for (const after of changed) if (before) await tellChange(tx, before, after)
  await syncSamples(tx, changed)
}

/** By the operator, as its creator would take it down; it does not come back. */
export async function removeWorkflow(tx: TxCtx, id: string): Promise<void> {
  await lockWorkflows(tx, eq(workflows.id, id))
  const [row] = await tx.db.select().from(workflows).where(eq(workflows.id, id))
  if (!row || row.deletedAt) throw new AppError('not_found', 'There is no such recipe.')
  await takeDown(tx, row)
}

async function syncSamples(tx: TxCtx, changed: readonly WorkflowRow[]): Promise<void> {
  for (const { sampleMediaId } of changed) {
    if (sampleMediaId) await syncSampleVisibility(tx, sampleMediaId)
  }
  announceWorkflows(
    tx,
    changed.map((row) => row.id),
  )
}

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
  if (news.banned) await workflowEvents.closed.emit(tx, { workflowIds })
  await syncSamples(tx, changed)
}

/** Puts the creator's objection to an admin's hiding into the queue of reports. */
export async function objectToHiding(ctx: Ctx, id: string, text: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    const { row } = await lockOwn(tx, id)
    if (!row.hiddenAt) throw new AppError('conflict', 'This recipe is not hidden.')
    await openObjection(tx, { type: 'workflow', id, ownerId: owner.id, text })
  })
}

export async function findWorkflowSubject(
  tx: TxCtx,
  id: string,
): Promise<ModeratedSubject | undefined> {
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
