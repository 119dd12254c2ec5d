import type { REPORT_REASONS, ReportedType } from '@vignette/contract/moderation.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { lockCaller } from '../identity/index.ts'
import { findOpenReport, findSubject } from './queries.ts'
import { reports } from './tables.ts'

interface NewReport {
  subject_type: ReportedType
  subject_id: string
  reason: (typeof REPORT_REASONS)[number]
  note: string
}

/** A subject that the reporter cannot see is answered as not found. A second report answers the first one. */
export async function createReport(ctx: Ctx, input: NewReport): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const { owner: reporter } = await lockCaller(tx)
    const subject = await findSubject(tx, input.subject_type, input.subject_id)
    if (!subject || !(subject.reachable || subject.ownerId === reporter.id)) {
      throw new AppError('not_found', `There is no such ${input.subject_type}.`)
    }
    const [made] = await tx.db
      .insert(reports)
      .values({
        id: newId(),
        subjectType: input.subject_type,
        subjectId: input.subject_id,
        reporterId: reporter.id,
        source: 'visitor',
        reason: input.reason,
        note: input.note,
        createdAt: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    const id = made?.id ?? (await findOpenReport(tx, input, reporter.id))
    if (!id) throw new AppError('conflict', 'This was just reported and reviewed. Look again.')
    return { id }
  })
}
