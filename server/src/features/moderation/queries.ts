import type { ReportView } from '@vignette/contract/moderation.ts'
import { and, count, eq, inArray, min, or, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { findPrincipals, principals, publicHandle } from '../identity/index.ts'
import { type ModeratedSubject, moderatedSubjects } from './ports.ts'
import { type ReportRow, reports } from './tables.ts'

export async function findSubject(
  tx: TxCtx,
  type: ReportRow['subjectType'],
  id: string,
): Promise<ModeratedSubject | undefined> {
  return moderatedSubjects[type].find.ask(tx, { id })
}

export async function findOpenReport(
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
export async function pageReports(tx: TxCtx, input: Place & { status: ReportRow['status'] }) {
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

/** Reports by a person, including those sent before signing in. */
export function reportedBy(tx: TxCtx, principalId: string) {
  const before = tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.claimedBy, principalId))
  return or(eq(reports.reporterId, principalId), inArray(reports.reporterId, before))
}
