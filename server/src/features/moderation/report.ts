import { REPORT_DAYS } from '@vignette/contract/limits.ts'
import type { REPORT_REASONS, ReportedType, ReportView } from '@vignette/contract/moderation.ts'
import { and, count, eq, inArray, lt, min, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hoursAgo } from '../../platform/time.ts'
import { creations } from '../../schema/creations.ts'
import { media } from '../../schema/media.ts'
import { type ReportRow, reports } from '../../schema/moderation.ts'
import { findPrincipals, lockCaller, publicHandle, requireStaff } from '../identity/index.ts'
import { findKeepingClaim } from './hiding.ts'
import { type ModeratedSubject, moderatedSubjects } from './ports.ts'

export async function findSubject(
  tx: TxCtx,
  type: ReportRow['subjectType'],
  id: string,
): Promise<ModeratedSubject | undefined> {
  return moderatedSubjects[type].find.ask(tx, { id })
}

async function findOpenReport(
  ctx: Ctx,
  subject: { subject_type: ReportRow['subjectType']; subject_id: string },
  reporterId: string,
): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.subjectType, subject.subject_type),
        eq(reports.subjectId, subject.subject_id),
        eq(reports.reporterId, reporterId),
        eq(reports.status, 'open'),
      ),
    )
  return row?.id
}

export async function viewReport(tx: TxCtx, row: ReportRow, voices: number): Promise<ReportView> {
  const subject = await findSubject(tx, row.subjectType, row.subjectId)
  const owner = subject && (await findPrincipals(tx, [subject.ownerId])).get(subject.ownerId)
  return {
    id: row.id,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_title: subject?.title ?? 'Deleted',
    subject_url: subject?.url ?? '',
    subject_hidden: subject?.hidden ?? true,
    claim: (await findKeepingClaim(tx, row.subjectId)) ?? null,
    author_handle:
      owner?.handle ?? (subject ? publicHandle({ id: subject.ownerId, username: null }) : ''),
    author_banned: owner?.banned ?? false,
    reason: row.reason,
    note: row.note,
    source: row.source,
    status: row.status,
    reports: voices,
    created_at: row.createdAt.toISOString(),
  }
}

/** One entry per subject, shown with its oldest report. */
async function pageReports(tx: TxCtx, input: Place & { status: ReportRow['status'] }) {
  const grouped = tx.db
    .select({
      first:
        sql<string>`(array_agg(${reports.id} order by ${reports.createdAt}, ${reports.id}))[1]`.as(
          'first',
        ),
      voices: count().as('voices'),
      since: min(reports.createdAt).as('since'),
    })
    .from(reports)
    .where(eq(reports.status, input.status))
    .groupBy(reports.subjectType, reports.subjectId)
    .as('grouped')
  const [all] = await tx.db.select({ total: count() }).from(grouped)
  const list = {
    name: ['reports', input.status],
    columns: [grouped.since, grouped.first],
    descending: false,
  }
  const { rows: page, next_cursor } = await readPage(tx.config, list, input, (at) =>
    tx.db
      .select({ first: grouped.first, voices: grouped.voices, key: at.key })
      .from(grouped)
      .where(at.after)
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const rows = page.length
    ? await tx.db
        .select()
        .from(reports)
        .where(
          inArray(
            reports.id,
            page.map((entry) => entry.first),
          ),
        )
    : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const views: ReportView[] = []
  for (const entry of page) {
    const row = byId.get(entry.first)
    if (row) views.push(await viewReport(tx, row, entry.voices))
  }
  return { reports: views, total: all?.total ?? 0, next_cursor }
}

export async function listReports(ctx: Ctx, input: Place & { status: ReportRow['status'] }) {
  requireStaff(ctx, 'listReports')
  return inTransaction(ctx, (tx) => pageReports(tx, input))
}

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

/** Whether a person or the classifier has ever asked for a review of this creation. */
export async function isReported(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.subjectType, 'creation'), eq(reports.subjectId, creationId)))
    .limit(1)
  return rows.length > 0
}

/** The classifier asks an admin for a review; until the decision only the owner sees the creation. */
export async function requestReview(
  tx: TxCtx,
  input: { creationId: string; score: number },
): Promise<void> {
  await tx.db.insert(reports).values({
    id: newId(),
    subjectType: 'creation',
    subjectId: input.creationId,
    source: 'classifier',
    reason: 'sexual',
    note: `The picture scored ${input.score.toFixed(2)}.`,
    score: input.score,
    createdAt: tx.clock.now(),
  })
}

async function isInReview(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.subjectId, creationId),
        eq(reports.source, 'classifier'),
        eq(reports.status, 'open'),
      ),
    )
    .limit(1)
  return rows.length > 0
}

async function isAdult(ctx: Ctx, creationId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ id: media.id })
    .from(creations)
    .innerJoin(media, eq(media.id, creations.mediaId))
    .where(and(eq(creations.id, creationId), eq(media.verdict, 'adult')))
  return rows.length > 0
}

/** Called wherever a creation would become public. */
export async function assertMayBePublic(ctx: Ctx, creationId: string): Promise<void> {
  if (await isInReview(ctx, creationId)) {
    throw new AppError(
      'content_refused',
      'This creation is waiting for a check and cannot be public before. It stays yours to see.',
    )
  }
  if (ctx.config.CONTENT_POLICY === 'general' && (await isAdult(ctx, creationId))) {
    throw new AppError(
      'content_refused',
      'This creation shows adult content, which this site shows to others no more. It stays yours to see.',
    )
  }
}

export const sweepReports = defineTask({
  name: 'moderation.sweep',
  retryLimit: 2,
  cron: '11 5 * * *',
  run: runSweepReports,
})

/** The time on the privacy page, counted from the decision: open reports are kept until decided, the audit log for good. */
async function runSweepReports(ctx: Ctx): Promise<void> {
  const before = hoursAgo(ctx, REPORT_DAYS * 24)
  await ctx.db.delete(reports).where(lt(reports.closedAt, before))
}
