import { and, eq, ne, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type JobRow, jobSteps, jobs, unfinished } from '../../schema/generation.ts'
import { abandonJob } from './abandon-job.ts'
import { wakeWorkers } from './job-news.ts'

/** The operator wakes an unfinished job now, also one that waits for a vendor or in line. */
export async function wakeJob(tx: TxCtx, id: string): Promise<void> {
  await lockUnfinished(tx, id)
  await tx.db
    .update(jobs)
    .set({ inLine: false, wakeAt: sql`now()` })
    .where(and(eq(jobs.id, id), unfinished))
  await tx.db
    .update(jobSteps)
    .set({ checkAt: null })
    .where(and(eq(jobSteps.jobId, id), ne(jobSteps.state, 'done')))
  wakeWorkers(tx)
}

/** The operator cancels an unfinished job; nothing is charged. */
export async function abandonForOperator(tx: TxCtx, id: string): Promise<void> {
  await abandonJob(tx, await lockUnfinished(tx, id), { status: 'CANCELLED', by: 'operator' })
}

async function lockUnfinished(tx: TxCtx, id: string): Promise<JobRow> {
  const [row] = await tx.db.select().from(jobs).where(eq(jobs.id, id)).for('update')
  if (!row) throw new AppError('not_found', 'There is no such run.')
  if (row.finishedAt) throw new AppError('conflict', `This run has ended: ${row.status}.`)
  return row
}
