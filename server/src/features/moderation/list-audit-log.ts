import { count, desc } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { auditLog } from './tables.ts'

export async function listAuditLog(ctx: Ctx, input: { limit: number; offset: number }) {
  requireAdmin(ctx)
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(input.limit)
    .offset(input.offset)
  const [all] = await ctx.db.select({ total: count() }).from(auditLog)
  const actors = await findPrincipals(
    ctx,
    rows.map((row) => row.actorId),
  )
  return {
    entries: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      actor: actors.get(row.actorId)?.handle ?? '',
      action: row.action,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      note: row.note,
    })),
    total: all?.total ?? 0,
  }
}
