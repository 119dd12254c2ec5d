import type { REPORT_ACTIONS, ReportView } from '@vignette/contract/moderation.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type ReportRow, reports } from '../../schema/moderation.ts'
import { banUser, requireFreshSignIn, requireStaff } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { writeAudit } from './audit-log.ts'
import { moderatedSubjects } from './ports.ts'
import { findSubject, viewReport } from './report.ts'

export type ReportAction = (typeof REPORT_ACTIONS)[number]

/** One decision closes all open reports of the same subject. */
export async function actOnReport(
  ctx: Ctx,
  id: string,
  input: { action: ReportAction; note: string },
): Promise<ReportView> {
  const actorId = requireStaff(ctx, 'actOnReport')
  if (input.action === 'ban' || input.action === 'unban') requireFreshSignIn(ctx)
  return inTransaction(ctx, async (tx) => {
    const [report] = await tx.db.select().from(reports).where(eq(reports.id, id)).for('update')
    if (!report) throw new AppError('not_found', 'There is no such report.')
    const subject = await findSubject(tx, report.subjectType, report.subjectId)
    if (!subject && input.action !== 'dismiss') {
      throw new AppError('not_found', 'What was reported has been deleted.')
    }
    if (subject) await takeAction(tx, report, subject.ownerId, input.action)
    if (subject && input.action === 'hide' && !subject.hidden) {
      await notify(tx, {
        to: subject.ownerId,
        kind: 'hidden',
        subjectId: report.id,
        facts: { title: subject.title, path: subject.url, reason: report.reason },
      })
    }
    const closed = await close(tx, report, input.action === 'dismiss' ? 'dismissed' : 'resolved')
    await writeAudit(tx, {
      actorId,
      action: input.action,
      subjectType: report.subjectType,
      subjectId: report.subjectId,
      note: input.note,
    })
    const [after] = await tx.db.select().from(reports).where(eq(reports.id, id))
    return viewReport(tx, after ?? report, Math.max(1, closed))
  })
}

async function takeAction(
  tx: TxCtx,
  report: ReportRow,
  ownerId: string,
  action: ReportAction,
): Promise<void> {
  if (action === 'ban' || action === 'unban') return banUser(tx, ownerId, action === 'ban')
  if (action === 'dismiss') return
  const { setHidden } = moderatedSubjects[report.subjectType]
  await setHidden.ask(tx, { id: report.subjectId, hidden: action === 'hide' })
}

async function close(
  tx: TxCtx,
  report: ReportRow,
  status: 'resolved' | 'dismissed',
): Promise<number> {
  const closed = await tx.db
    .update(reports)
    .set({ status, closedAt: tx.clock.now() })
    .where(
      and(
        eq(reports.subjectType, report.subjectType),
        eq(reports.subjectId, report.subjectId),
        eq(reports.status, 'open'),
      ),
    )
    .returning({ id: reports.id })
  return closed.length
}
