import { count, inArray } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { type Place, readPage } from '../../platform/db/read-page.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { auditLog } from '../../schema/moderation.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'

export async function listAuditLog(ctx: Ctx, input: Place) {
  requireAdmin(ctx)
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
  const ids = rows.flatMap(({ row }) => row.actorId ?? [])
  const actors = await findPrincipals(ctx, ids)
  const emails = new Map(
    (
      await ctx.db
        .select({ id: principals.id, email: principals.email })
        .from(principals)
        .where(inArray(principals.id, ids))
    ).map(({ id, email }) => [id, email]),
  )
  return {
    entries: rows.map(({ row }) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: row.actorId ? (actors.get(row.actorId)?.handle ?? '') : nobodyOf(row),
      // An account without a username has a made-up handle.
      actor_email: (row.actorId && emails.get(row.actorId)) ?? null,
      action: row.action,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      note: row.note,
    })),
    total: all?.total ?? 0,
    next_cursor,
  }
}

/** What the server reports by itself stands there too. */
export const REPORTED = 'left unsigned'

const nobodyOf = ({ action }: { action: string }) =>
  action === REPORTED ? 'the server' : 'command line'

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
