import { readFile, stat } from 'node:fs/promises'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { EvidenceFile } from '../../providers/payments/spec.ts'
import { disputeNotes, type NoteRow } from '../../schema/cases.ts'
import { isStaff, lockCaller, requireVisitor } from '../identity/index.ts'
import { checkUpload, type ReceivedFile } from '../media/index.ts'
import { lockPayment } from '../payments/index.ts'
import { getDisputed, isSaleOf, viewDispute } from './dispute.ts'
import { whyNoNote } from './rules-evidence.ts'

export function writeDisputeNote(ctx: Ctx, id: string, text: string): Promise<DisputeView> {
  return changeNote(ctx, id, { text })
}

/** A picture alone, decoded and encoded again: a PDF would reach the reader of operator and bank as it was made. */
export async function attachDisputeFile(
  ctx: Ctx,
  disputeId: string,
  received: ReceivedFile,
): Promise<DisputeView> {
  const file = await readPicture(ctx, received)
  return changeNote(ctx, disputeId, {
    file: file.bytes,
    fileName: file.name,
    fileType: file.type,
  })
}

const PICTURES: Record<string, [EvidenceFile['type'], string]> = {
  'image/jpeg': ['image/jpeg', 'evidence.jpg'],
  'image/png': ['image/png', 'evidence.png'],
}

async function readPicture(ctx: Ctx, received: ReceivedFile): Promise<EvidenceFile> {
  const { contentType } = await checkUpload(ctx, 'image', received)
  const [type, name] = PICTURES[contentType] ?? []
  if (!type || !name) {
    throw new AppError(
      'unsupported_media',
      'Attach a JPEG or PNG picture; of a document, a picture of its page.',
    )
  }
  const { size } = await stat(received.outPath)
  if (size > NOTE.fileBytes) {
    throw new AppError('payload_too_large', 'Written anew, the picture takes more than 2 MB.')
  }
  return { type, name, bytes: await readFile(received.outPath) }
}

export function removeDisputeFile(ctx: Ctx, id: string): Promise<DisputeView> {
  return changeNote(ctx, id, { file: null, fileName: null, fileType: null })
}

/** As an attachment, so that no browser opens a stranger's file on this origin. */
export async function getDisputeFile(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const caller = requireVisitor(ctx)
  await getDisputed(ctx, id, isStaff(ctx, 'getDispute') ? undefined : await isSaleOf(ctx, caller))
  const [note] = await ctx.db.select().from(disputeNotes).where(eq(disputeNotes.disputeId, id))
  if (!note?.file || !note.fileType || !note.fileName) {
    throw new AppError('not_found', 'This note has no file.')
  }
  await reply
    .headers({
      'content-type': note.fileType,
      'content-length': String(note.file.length),
      'content-disposition': `attachment; filename="${note.fileName}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
    })
    .send(note.file)
}

/** Changes the creator's note as long as the evidence was not sent; the sending locks the same payment. */
async function changeNote(
  ctx: Ctx,
  disputeId: string,
  change: Partial<Omit<NoteRow, 'disputeId' | 'writtenAt'>>,
): Promise<DisputeView> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const mine = await isSaleOf(tx, owner)
    const { payment } = await getDisputed(tx, disputeId, mine)
    await lockPayment(tx, payment.id)
    const { dispute, sent } = await getDisputed(tx, disputeId, mine)
    const refusal = whyNoNote(dispute, sent ?? undefined, tx.clock.now())
    if (refusal) throw new AppError('payment_state', refusal)
    const set = { ...change, writtenAt: tx.clock.now() }
    await tx.db
      .insert(disputeNotes)
      .values({ disputeId, text: '', ...set })
      .onConflictDoUpdate({ target: disputeNotes.disputeId, set })
    return viewDispute(tx, await getDisputed(tx, disputeId, mine))
  })
}

/** Refuses a stranger and a late caller before a file is received. */
export async function assertMayWrite(ctx: Ctx, disputeId: string): Promise<void> {
  const mine = await isSaleOf(ctx, requireVisitor(ctx))
  const { dispute, sent } = await getDisputed(ctx, disputeId, mine)
  const refusal = whyNoNote(dispute, sent ?? undefined, ctx.clock.now())
  if (refusal) throw new AppError('payment_state', refusal)
}
