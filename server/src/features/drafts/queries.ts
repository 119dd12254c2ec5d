import { and, eq } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireVisitor } from '../identity/index.ts'
import { type DraftRow, workflowDrafts } from './tables.ts'

/** A draft of another person is answered as one that does not exist. */
export async function getOwnDraft(ctx: Ctx, id: string): Promise<DraftRow> {
  return found(await ctx.db.select().from(workflowDrafts).where(isOwn(ctx, id)))
}

/** The caller's own draft; its row is locked until the transaction ends. */
export async function lockOwnDraft(tx: TxCtx, id: string): Promise<DraftRow> {
  return found(await tx.db.select().from(workflowDrafts).where(isOwn(tx, id)).for('update'))
}

export function isOwn(ctx: Ctx, id: string) {
  return and(eq(workflowDrafts.id, id), eq(workflowDrafts.ownerId, requireVisitor(ctx).id))
}

function found([row]: DraftRow[]): DraftRow {
  if (!row) throw draftNotFound()
  return row
}

export function draftNotFound(): AppError {
  return new AppError(
    'not_found',
    'This draft may have been published or deleted, or does not exist.',
  )
}
