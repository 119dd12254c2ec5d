import type { DraftView } from '@vignette/contract/drafts.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { assertRevision } from './assert-revision.ts'
import { assertRoomForDraft } from './assert-room-for-draft.ts'
import { lockOwnDraft } from './queries.ts'
import { findName } from './rules.ts'
import { workflowDrafts } from './tables.ts'
import { viewDraft } from './view-draft.ts'

/** Writes over the revision that the caller has read, and over no other. */
export async function updateDraft(
  ctx: Ctx,
  { id, text, revision }: { id: string; text: string; revision: number },
): Promise<DraftView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    const before = await lockOwnDraft(tx, id)
    assertRevision(before, revision)
    await assertRoomForDraft(tx, owner, { text, before })
    const [row] = await tx.db
      .update(workflowDrafts)
      .set({
        text,
        name: findName(text) ?? before.name,
        revision: revision + 1,
        updatedAt: tx.clock.now(),
      })
      .where(eq(workflowDrafts.id, id))
      .returning()
    if (!row) throw new Error('the draft was not written')
    return viewDraft(row)
  })
}
