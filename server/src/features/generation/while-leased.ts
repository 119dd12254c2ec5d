import { sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type JobLease, LostJob } from './job-lease.ts'
import { leasedBy } from './queries.ts'
import { type JobRow, jobs } from './tables.ts'

const lockedRow = prepared((db) => {
  const id = sql.placeholder('id')
  const attempt = sql.placeholder('attempt')
  return db.select().from(jobs).where(leasedBy({ id, attempt })).for('update')
})

/** A transaction that commits only under the current lease; `work` gets the locked row. */
export async function whileLeased<T>(
  ctx: Ctx,
  job: JobLease,
  work: (tx: TxCtx, leased: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const { id, attempt } = job
    const [leased] = await lockedRow(tx.db).execute({ id, attempt })
    if (!leased) throw new LostJob()
    return work(tx, leased)
  })
}
