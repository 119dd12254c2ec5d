import { DRAFTS } from '@vignette/contract/draft-words.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { workflowDrafts } from './tables.ts'

const KILOBYTE = 1024

/** Limits the drafts of an owner, whose row is locked; `draftId` is the one that gets the text. */
export async function assertRoomForDraft(
  tx: TxCtx,
  owner: Principal,
  { text, draftId }: { text: string; draftId?: string },
): Promise<void> {
  const bytes = Buffer.byteLength(text)
  if (bytes > DRAFTS.textBytes) {
    const message = `A draft may be ${DRAFTS.textBytes / KILOBYTE} KB long.`
    throw new AppError('payload_too_large', message)
  }
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
}
