import { DRAFTS } from '@vignette/contract/draft-words.ts'
import type { DraftView } from '@vignette/contract/drafts.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { countToday, describeNextDay, networkScopes } from '../../platform/http/day-counts.ts'
import { newId } from '../../platform/ids.ts'
import { type DraftRow, workflowDrafts } from '../../schema/drafts.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn as getOwnWorkflow } from '../workflows/index.ts'
import { assertRevision, lockOwnDraft, viewDraft } from './draft.ts'
import { findName } from './rules.ts'

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

const KILOBYTE = 1024

/** Limits the drafts of an owner, whose row is locked; `before` is the one that gets the text. */
async function assertRoomForDraft(
  tx: TxCtx,
  owner: Principal,
  { text, before }: { text: string; before?: DraftRow },
): Promise<void> {
  const bytes = Buffer.byteLength(text)
  // Visitors are free to make, so that on a public server only their network bounds them all.
  const stranger = owner.kind === 'visitor' && !tx.config.loopback
  const longest = stranger ? DRAFTS.visitor.textBytes : DRAFTS.textBytes
  if (bytes > longest) {
    const message = `A draft may be ${longest / KILOBYTE} KB long${stranger ? ', or sign in for more' : ''}.`
    throw new AppError('payload_too_large', message)
  }
  const draftId = before?.id
  const [counted] = await tx.db
    .select({
      drafts: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(octet_length(${workflowDrafts.text})), 0)::int`,
    })
    .from(workflowDrafts)
    .where(
      and(
        eq(workflowDrafts.ownerId, owner.id),
        draftId === undefined ? undefined : ne(workflowDrafts.id, draftId),
      ),
    )
  const most = owner.kind === 'user' ? DRAFTS : DRAFTS.visitor
  const signIn = owner.kind === 'user' ? '' : ', or sign in for more'
  if (draftId === undefined && (counted?.drafts ?? 0) >= most.inAll) {
    const message = `You have ${most.inAll} drafts, and no more may stand at once. Publish or delete one${signIn}.`
    throw new AppError('forbidden', message)
  }
  if ((counted?.bytes ?? 0) + bytes > most.bytes) {
    const message = `All your drafts together may take up ${most.bytes / MEGABYTE} MB. Publish or delete one${signIn}.`
    throw new AppError('quota_exceeded', message)
  }
  const more = bytes - Buffer.byteLength(before?.text ?? '')
  if (stranger && more > 0) await countNewBytes(tx, more)
}

/** What a text grows by counts for the day, so that saving the same draft often counts once. */
async function countNewBytes(tx: TxCtx, bytes: number): Promise<void> {
  const scopes = networkScopes(tx, 'drafts', DRAFTS.visitor.networkBytesPerDay)
  if (!(await countToday(tx, scopes, bytes))) return
  const { words, retryAfterSeconds } = describeNextDay(tx)
  throw new AppError(
    'rate_limited',
    `Your network has written as many drafts today as it may without an account. ${words} Sign in to save yours now.`,
    { retryAfterSeconds },
  )
}
