import { and, asc, count, inArray, isNotNull, isNull, max } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { cases } from '../../schema/cases.ts'
import type { Waiting } from '../notices/index.ts'

const AT_ONCE = 1000

/** The cases whose turn it is for the operators to decide. */
export async function takeWaiting(tx: TxCtx, { at }: { at: Date }): Promise<Waiting[]> {
  const waits = and(inArray(cases.state, ['open', 'answered']), isNotNull(cases.operatorSince))
  const unnotified = tx.db
    .select({ id: cases.id })
    .from(cases)
    .where(and(waits, isNull(cases.operatorNotifiedAt)))
    .orderBy(asc(cases.id))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  await tx.db.update(cases).set({ operatorNotifiedAt: at }).where(inArray(cases.id, unnotified))
  const [row] = await tx.db
    .select({ count: count(), newest: max(cases.operatorNotifiedAt) })
    .from(cases)
    .where(and(waits, isNotNull(cases.operatorNotifiedAt)))
  return row?.newest ? [{ what: 'cases', count: row.count, newest: row.newest }] : []
}
