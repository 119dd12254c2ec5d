import type { ReportedType } from '@vignette/contract/moderation.ts'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { auditLog, reports } from '../../schema/moderation.ts'

interface Hiding {
  /** The report's reason that an admin followed. */
  reason: string | undefined
  /** The owner's objection that waits for an admin. */
  objectedAt: Date | undefined
}

/** Why admins hid these subjects, by id, and which of the owners' objections wait. */
export async function listHidings(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Hiding>> {
  if (ids.length === 0) return new Map()
  const hidden = await ctx.db
    .selectDistinctOn([auditLog.subjectId], { id: auditLog.subjectId, at: auditLog.at })
    .from(auditLog)
    .where(and(inArray(auditLog.subjectId, [...ids]), eq(auditLog.action, 'hide')))
    .orderBy(auditLog.subjectId, desc(auditLog.at))
  const told = await ctx.db
    .select({
      id: reports.subjectId,
      reason: reports.reason,
      status: reports.status,
      at: reports.createdAt,
    })
    .from(reports)
    .where(inArray(reports.subjectId, [...ids]))
    .orderBy(desc(sql`coalesce(${reports.closedAt}, ${reports.createdAt})`))
  const wasHidden = new Set(hidden.map(({ id }) => id))
  return new Map(
    ids.map((id) => {
      const mine = told.filter((one) => one.id === id)
      const followed = mine.find(
        ({ reason, status }) => reason !== OBJECTION && status === 'resolved',
      )
      const waiting = mine.find(({ reason, status }) => reason === OBJECTION && status === 'open')
      return [
        id,
        { reason: wasHidden.has(id) ? followed?.reason : undefined, objectedAt: waiting?.at },
      ]
    }),
  )
}

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
