import type { ReportedType } from '@vignette/contract/moderation.ts'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { reports } from './tables.ts'

export const OBJECTION = 'objection'

/** An owner's words against the hiding of their own subject, for an admin to read; one at a time. */
export async function openObjection(
  tx: TxCtx,
  { type, id, ownerId, text }: { type: ReportedType; id: string; ownerId: string; text: string },
): Promise<void> {
  const made = await tx.db
    .insert(reports)
    .values({
      id: newId(),
      subjectType: type,
      subjectId: id,
      reporterId: ownerId,
      source: 'visitor',
      reason: OBJECTION,
      note: text,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: reports.id })
  if (made.length > 0) return
  throw new AppError('conflict', 'Your words about this recipe already wait for an admin.')
}
