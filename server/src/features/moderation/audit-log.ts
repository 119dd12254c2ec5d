import type { AuditEntry as AuditView } from '@vignette/contract/moderation.ts'
import { asc, count, inArray } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { newId } from '../../platform/ids.ts'
import { formatCsv } from '../../platform/text-table.ts'
import { principals } from '../../schema/identity.ts'
import { auditLog } from '../../schema/moderation.ts'
import { findPrincipals, requireStaff } from '../identity/index.ts'

type AuditRow = typeof auditLog.$inferSelect

export async function listAuditLog(ctx: Ctx, input: Place) {
  requireStaff(ctx, 'listAuditLog')
  const list = { name: ['audit log'], columns: [auditLog.at, auditLog.id], descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, input, (at) =>
    ctx.db
      .select({ row: auditLog, key: at.key })
      .from(auditLog)
      .where(at.after)
      .orderBy(...at.orderBy)
      .limit(at.limit)
      .offset(at.offset),
  )
  const [all] = await ctx.db.select({ total: count() }).from(auditLog)
  const entries = await viewEntries(
    ctx,
    rows.map(({ row }) => row),
  )
  return { entries, total: all?.total ?? 0, next_cursor }
}

const COLUMNS = [
  'at',
  'actor',
  'actor_email',
  'action',
  'subject_type',
  'subject_id',
  'subject_handle',
  'note',
  'id',
] as const satisfies readonly (keyof AuditView)[]

export async function exportAuditLog(ctx: Ctx): Promise<string> {
  requireStaff(ctx, 'exportAuditLog')
  const rows = await ctx.db.select().from(auditLog).orderBy(asc(auditLog.at), asc(auditLog.id))
  const entries = await viewEntries(ctx, rows)
  const lines = entries.map((entry) => COLUMNS.map((name) => entry[name] ?? ''))
  return formatCsv([[...COLUMNS], ...lines])
}

async function viewEntries(ctx: Ctx, rows: readonly AuditRow[]): Promise<AuditView[]> {
  const actorIds = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]
  const people = await findPrincipals(ctx, [
    ...actorIds,
    ...rows.flatMap((row) => (row.subjectType === 'user' ? row.subjectId : [])),
  ])
  // An account without a username has a made-up handle.
  const told = await ctx.db
    .select({ id: principals.id, email: principals.email })
    .from(principals)
    .where(inArray(principals.id, actorIds))
  const emails = new Map(told.map(({ id, email }) => [id, email]))
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actorId ? (people.get(row.actorId)?.handle ?? '') : nobodyOf(row),
    actor_email: (row.actorId && emails.get(row.actorId)) ?? null,
    action: row.action,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_handle: row.subjectType === 'user' ? (people.get(row.subjectId)?.handle ?? null) : null,
    note: row.note,
  }))
}

/** What the server reports, or does at its time, stands there too. */
export const REPORTED = 'left unsigned'
export const HIDDEN_IN_TIME = 'claim_hidden_in_time'
export const RESTORED_IN_TIME = 'claim_restored_in_time'
const BY_ITSELF: readonly string[] = [REPORTED, HIDDEN_IN_TIME, RESTORED_IN_TIME]

/** There was no account yet. */
export const FIRST_START = 'first_start'

const nobodyOf = ({ action }: { action: string }) =>
  BY_ITSELF.includes(action)
    ? 'the server'
    : action === FIRST_START
      ? 'the first start'
      : 'command line'

interface AuditEntry {
  /** Null for a command of the operator, and for what the server reports. */
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  note?: string
}

export async function writeAudit(tx: TxCtx, entry: AuditEntry): Promise<void> {
  await tx.db.insert(auditLog).values({ id: newId(), at: tx.clock.now(), ...entry })
}
