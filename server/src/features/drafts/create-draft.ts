import type { DraftView } from '@vignette/contract/drafts.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn as getOwnWorkflow } from '../workflows/index.ts'
import { assertRoomForDraft } from './assert-room-for-draft.ts'
import { findName } from './rules.ts'
import { workflowDrafts } from './tables.ts'
import { viewDraft } from './view-draft.ts'

/** A workflow has one draft, so that two windows that open it meet in the same one. */
export async function createDraft(
  ctx: Ctx,
  { text, workflow_id: workflowId }: { text: string; workflow_id?: string | undefined },
): Promise<DraftView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const workflow = workflowId ? (await getOwnWorkflow(tx, workflowId)).row : undefined
    if (workflow) {
      const [begun] = await tx.db
        .select()
        .from(workflowDrafts)
        .where(eq(workflowDrafts.workflowId, workflow.id))
      if (begun) return viewDraft(begun)
    }
    await assertRoomForDraft(tx, owner, { text })
    const now = tx.clock.now()
    const [row] = await tx.db
      .insert(workflowDrafts)
      .values({
        id: newId(),
        ownerId: owner.id,
        workflowId: workflow?.id ?? null,
        baseVersion: workflow?.version ?? null,
        name: findName(text) ?? workflow?.name ?? '',
        text,
        revision: 1,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new Error('the draft was not written')
    return viewDraft(row)
  })
}
