import type {
  REPORT_ACTIONS,
  ReportView,
  decideUnreported as route,
} from '@vignette/contract/moderation.ts'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type ReportRow, reports } from '../../schema/moderation.ts'
import { banUser, requireFreshSignIn, requireStaff } from '../identity/index.ts'
import { notify } from '../notices/index.ts'
import { writeAudit } from './audit-log.ts'
import { findKeepingClaim, settleHiding } from './hiding.ts'
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
    const closed = await decide(tx, { ...report, about: report.id, actorId }, input)
    const [after] = await tx.db.select().from(reports).where(eq(reports.id, id))
    return viewReport(tx, after ?? report, Math.max(1, closed))
  })
}

interface Decided extends Pick<ReportRow, 'subjectType' | 'subjectId' | 'reason'> {
  /** The report, by whose id the owner is told once. */
  about: string
  actorId: string | null
}

/** Acts on the subject, tells its owner, closes its reports and writes the audit log; answers how many were closed. */
async function decide(
  tx: TxCtx,
  { about, actorId, subjectType, subjectId, reason }: Decided,
  { action, note }: { action: ReportAction | 'remove'; note: string },
): Promise<number> {
  const subject = await findSubject(tx, subjectType, subjectId)
  if (!subject && action !== 'dismiss') {
    throw new AppError('not_found', 'What was reported has been deleted.')
  }
  const claim = await findKeepingClaim(tx, subjectId)
  if (claim && action === 'restore')
    throw new AppError('conflict', `The claim ${claim} hides it: decide it under Claims.`)
  if (subject && (action === 'ban' || action === 'unban'))
    await banUser(tx, subject.ownerId, action === 'ban')
  if (action === 'remove') await moderatedSubjects.workflow.remove.ask(tx, { id: subjectId })
  await writeAudit(tx, { actorId, action, subjectType, subjectId, note })
  if (action === 'hide' || action === 'restore') await settleHiding(tx, subjectType, subjectId)
  const told = action === 'remove' || (action === 'hide' && (!subject?.hidden || claim))
  if (subject && told) {
    await notify(tx, {
      to: subject.ownerId,
      kind: action === 'remove' ? 'removed' : 'hidden',
      subjectId: about,
      facts: { title: subject.title, path: subject.url, reason },
    })
  }
  const status = action === 'dismiss' ? 'dismissed' : 'resolved'
  return close(tx, { subjectType, subjectId }, status)
}

/** The same without a report before; the reason of a hiding stands as a report that is decided. */
export async function decideUnreported(
  ctx: Ctx,
  input: z.output<(typeof route)['body']>,
): Promise<void> {
  const actorId = requireStaff(ctx, 'decideUnreported')
  const { subject_type: subjectType, subject_id: subjectId, action, reason, note } = input
  if (action === 'remove' && subjectType !== 'workflow') {
    throw new AppError('validation_failed', 'Only a recipe is removed; hide it instead.')
  }
  if (action !== 'hide' && action !== 'restore') requireFreshSignIn(ctx)
  const about = newId()
  await inTransaction(ctx, async (tx) => {
    if (action === 'hide' && actorId) {
      const at = tx.clock.now()
      await tx.db.insert(reports).values({
        id: about,
        subjectType,
        subjectId,
        reporterId: actorId,
        source: 'visitor',
        reason,
        note,
        status: 'resolved',
        createdAt: at,
        closedAt: at,
        notifiedAt: at,
      })
    }
    await decide(tx, { about, actorId, subjectType, subjectId, reason }, { action, note })
  })
}

async function close(
  tx: TxCtx,
  report: Pick<ReportRow, 'subjectType' | 'subjectId'>,
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
