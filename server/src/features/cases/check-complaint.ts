import type { CaseReason } from '@vignette/contract/case-words.ts'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { creations } from '../creations/index.ts'
import { findMedia, inspectFile } from '../media/index.ts'
import type { PaymentRow } from '../payments/index.ts'

/**
 * What the machine finds wrong with the delivered file of a creation that its buyer calls broken, in
 * words; null where it finds nothing. Reads and decodes the file, so it runs in no transaction.
 */
export async function checkComplaint(
  ctx: Ctx,
  { creationId }: Pick<PaymentRow, 'creationId'>,
  reason: CaseReason,
): Promise<string | null> {
  if (reason !== 'broken' || !creationId) return null
  const [creation] = await ctx.db.select().from(creations).where(eq(creations.id, creationId))
  // A file that its owner deleted was not broken by us.
  if (!creation?.mediaId || creation.deletedAt) return null
  const file = (await findMedia(ctx, [creation.mediaId])).get(creation.mediaId)
  if (!file) return null
  try {
    const fault = await inspectFile(ctx, file)
    return fault ? FOUND[fault] : null
  } catch (error) {
    // A case that the machine cannot check goes the ordinary way.
    ctx.log.warn({ err: error, creationId }, 'the file of a case could not be inspected')
    return null
  }
}

const FOUND = {
  missing: 'Our check found that the file is missing.',
  unreadable: 'Our check found that the file cannot be read.',
  blank: 'Our check found that the picture is empty.',
} as const
