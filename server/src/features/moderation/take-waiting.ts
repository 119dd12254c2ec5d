import { and, asc, count, eq, inArray, isNotNull, isNull, max, min, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { reports } from '../../schema/moderation.ts'
import type { Waiting } from '../notices/index.ts'
import { OBJECTION } from './hiding.ts'

const AT_ONCE = 1000

/**
 * What waits under Reports, one for each subject however many report it. A report whose row an
 * admin just decides is passed over.
 */
export async function takeWaiting(tx: TxCtx, { at }: { at: Date }): Promise<Waiting[]> {
  const open = eq(reports.status, 'open')
  const unnotified = tx.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(open, isNull(reports.notifiedAt)))
    .orderBy(asc(reports.id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  await tx.db.update(reports).set({ notifiedAt: at }).where(inArray(reports.id, unnotified))
  const subjects = tx.db
    .select({
      what: sql<
        'reports' | 'objections'
      >`case when ${reports.reason} = ${OBJECTION} then 'objections' else 'reports' end`.as('what'),
      told: min(reports.notifiedAt).as('told'),
    })
    .from(reports)
    .where(and(open, isNotNull(reports.notifiedAt)))
    .groupBy(reports.subjectType, reports.subjectId, sql`what`)
    .as('subjects')
  const rows = await tx.db
    .select({ what: subjects.what, count: count(), newest: max(subjects.told) })
    .from(subjects)
    .groupBy(subjects.what)
  return rows.flatMap(({ newest, ...row }) =>
    newest ? [{ ...row, newest: new Date(newest) }] : [],
  )
}
