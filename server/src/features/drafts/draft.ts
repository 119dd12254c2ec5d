import { DRAFTS } from '@vignette/contract/draft-words.ts'
import type { DraftView, ListedDraft } from '@vignette/contract/drafts.ts'
import { and, eq, getTableColumns, inArray, lt, or } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { type DraftRow, workflowDrafts } from '../../schema/drafts.ts'
import { principals } from '../../schema/identity.ts'
import { owned } from '../../schema/owned.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'

/** A draft of another person is answered as one that does not exist. */
export async function getOwnDraft(ctx: Ctx, id: string): Promise<DraftRow> {
  return found(await ctx.db.select().from(workflowDrafts).where(isOwn(ctx, id)))
}

/** The caller's own draft; its row is locked until the transaction ends. */
export async function lockOwnDraft(tx: TxCtx, id: string): Promise<DraftRow> {
  return found(await tx.db.select().from(workflowDrafts).where(isOwn(tx, id)).for('update'))
}

function isOwn(ctx: Ctx, id: string) {
  return and(eq(workflowDrafts.id, id), eq(workflowDrafts.ownerId, requireVisitor(ctx).id))
}

function found([row]: DraftRow[]): DraftRow {
  if (!row) throw draftNotFound()
  return row
}

function draftNotFound(): AppError {
  return new AppError(
    'not_found',
    'This draft may have been published or deleted, or does not exist.',
  )
}

/** Refuses a caller who has not read what another window saved; the detail tells the revision to read. */
export function assertRevision(row: Pick<DraftRow, 'revision'>, revision: number): void {
  if (row.revision === revision) return
  throw new AppError('draft_changed', 'This draft was changed in another window.', {
    details: [{ path: 'revision', message: String(row.revision) }],
  })
}

export async function getDraft(ctx: Ctx, id: string): Promise<DraftView> {
  return viewDraft(await getOwnDraft(ctx, id))
}

export async function listDrafts(
  ctx: Ctx,
  {
    workflow_id: workflowId,
    ...place
  }: Omit<Place, 'offset'> & { workflow_id?: string | undefined },
): Promise<{ drafts: ListedDraft[]; next_cursor: string | null }> {
  const owner = requireVisitor(ctx)
  const { text: _, ...columns } = getTableColumns(workflowDrafts)
  const list = {
    name: ['drafts', owner.id, ...(workflowId ? [workflowId] : [])],
    columns: [workflowDrafts.updatedAt, workflowDrafts.id],
    descending: true,
  }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...place, offset: 0 }, (at) =>
    ctx.db
      .select({ ...columns, key: at.key })
      .from(workflowDrafts)
      .where(
        and(
          eq(workflowDrafts.ownerId, owner.id),
          workflowId ? eq(workflowDrafts.workflowId, workflowId) : undefined,
          at.after,
        ),
      )
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  return { drafts: rows.map(viewListedDraft), next_cursor }
}

owned(workflowDrafts, {
  owner: 'ownerId',
  locks: 'drafts',
  claim: 'move',
  deleted: 'delete',
  export: { file: 'drafts.json', order: workflowDrafts.id, view: viewDraft },
})

export function viewDraft(row: DraftRow): DraftView {
  return { ...viewListedDraft(row), text: row.text }
}

function viewListedDraft(row: Omit<DraftRow, 'text'>): ListedDraft {
  return {
    id: row.id,
    workflow_id: row.workflowId,
    base_version: row.baseVersion,
    name: row.name,
    revision: row.revision,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

export async function deleteDraft(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const gone = await tx.db
      .delete(workflowDrafts)
      .where(isOwn(tx, id))
      .returning({ id: workflowDrafts.id })
    if (gone.length === 0) throw draftNotFound()
  })
}

export const sweepDrafts = defineTask({
  name: 'drafts.sweep-drafts',
  retryLimit: 2,
  cron: '41 4 * * *',
  run: runSweepDrafts,
})

/** Deletes drafts that were not changed for long; a visitor's sooner, whose browser may be gone. */
export async function runSweepDrafts(ctx: Ctx): Promise<void> {
  const visitors = ctx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.kind, 'visitor'))
  await ctx.db
    .delete(workflowDrafts)
    .where(
      or(
        lt(workflowDrafts.updatedAt, hoursAgo(ctx, DRAFTS.keptDays * 24)),
        and(
          lt(workflowDrafts.updatedAt, hoursAgo(ctx, DRAFTS.visitor.keptDays * 24)),
          inArray(workflowDrafts.ownerId, visitors),
        ),
      ),
    )
}
