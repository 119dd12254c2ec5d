import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireVisitor } from '../identity/index.ts'
import { getDisputed, isSaleOf } from './queries.ts'
import { disputeNotes } from './tables.ts'

/** As an attachment, so that no browser opens a stranger's file on this origin. */
export async function getDisputeFile(ctx: Ctx, id: string, reply: FastifyReply): Promise<void> {
  const caller = requireVisitor(ctx)
  await getDisputed(ctx, id, caller.admin ? undefined : await isSaleOf(ctx, caller))
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
