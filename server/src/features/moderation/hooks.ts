import { asc, eq, inArray, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Hooks } from '../../hooks.ts'
import { principals } from '../identity/index.ts'
import { scorePicture } from './score-picture.ts'
import { reports } from './tables.ts'

/** Moderation's ear for what is sent in from below it. */
export function listenAsModeration(hooks: Hooks): void {
  hooks.uploadReceived.push((ctx, { preview }) => scorePicture(ctx, preview))
  hooks.dataExported.push(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(reports)
      .where(reportedBy(tx, principalId))
      .orderBy(asc(reports.createdAt))
    const made = rows.map((row) => ({
      id: row.id,
      subject_type: row.subjectType,
      subject_id: row.subjectId,
      reason: row.reason,
      note: row.note,
      status: row.status,
      created_at: row.createdAt,
    }))
    return [{ name: 'reports.json', content: `${JSON.stringify(made, null, 2)}\n` }]
  })
  // The report stands, for what it is about; what its author wrote goes with them.
  hooks.accountDeleted.push(async (tx, { principalId }) => {
    await tx.db.update(reports).set({ note: '' }).where(reportedBy(tx, principalId))
  })
}

/** Also what they reported before they signed in. */
function reportedBy(tx: TxCtx, principalId: string) {
  const before = tx.db
    .select({ id: principals.id })
    .from(principals)
    .where(eq(principals.claimedBy, principalId))
  return or(eq(reports.reporterId, principalId), inArray(reports.reporterId, before))
}
