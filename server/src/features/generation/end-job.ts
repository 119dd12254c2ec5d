import { and, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { setMediaDeleted } from '../media/index.ts'
import { admitRuns } from './admit-runs.ts'
import { announceJob } from './announce-job.ts'
import { attemptEnd } from './attempt-end.ts'
import { countEnded } from './metrics.ts'
import { unfinished } from './queries.ts'
import { type JobRow, jobs } from './tables.ts'

export type Ending =
  | { status: 'COMPLETED' }
  | { status: 'CANCELLED'; by: 'owner' | 'operator' }
  | ({ status: 'FAILED' } & FailureWords)

export interface FailureWords {
  code: string
  message: string
  /** For the recipe's creator alone. */
  detail?: string | null
  /** The recipe itself is wrong, of which its creator is told. */
  byRecipe?: boolean
}

/**
 * Ends a job whose row is locked: sets the final state, closes the attempt, announces the end and
 * admits the next job in line.
 */
export async function endJob(tx: TxCtx, job: JobRow, ending: Ending): Promise<JobRow> {
  const [row] = await tx.db
    .with(attemptEnd(tx, job, ending.status))
    .update(jobs)
    .set({
      status: ending.status,
      // An ended job keeps neither its lease nor its client's network.
      leasedUntil: null,
      inLine: false,
      network: null,
      finishedAt: tx.clock.now(),
      seq: sql`${jobs.seq} + 1`,
      ...(ending.status === 'COMPLETED' && { progressPercent: 100, progressLabel: 'Ready' }),
      ...(ending.status === 'FAILED' && {
        errorCode: ending.code,
        errorMessage: ending.message,
        errorDetail: ending.detail,
      }),
    })
    .where(and(eq(jobs.id, job.id), unfinished))
    .returning()
  if (!row) throw new Error('the job had ended before')
  if (row.earlyMediaId) await setMediaDeleted(tx, row.earlyMediaId, true)
  announceJob(tx, row)
  tx.afterCommit(() => countEnded(row))
  const { freeSeconds, paidSeconds, network } = job
  if (freeSeconds + paidSeconds > 0) {
    tx.afterCommit((ctx) => admitRuns(ctx, { ownerId: row.ownerId, network }))
  }
  return row
}
