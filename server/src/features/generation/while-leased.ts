import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { type JobLease, LostJob } from './job-lease.ts'
import { leasedBy } from './queries.ts'
import { type JobRow, jobs } from './tables.ts'

/** A transaction that commits only under the current lease; `work` gets the locked row. */
export async function whileLeased<T>(
  ctx: Ctx,
  job: JobLease,
  work: (tx: TxCtx, leased: JobRow) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const [leased] = await tx.db.select().from(jobs).where(leasedBy(job)).for('update')
    if (!leased) throw new LostJob()
    return work(tx, leased)
  })
}
