import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { reserveCreation } from '../creations/index.ts'
import type { ReadyInputs, Runnable } from '../workflows/index.ts'
import { admitFreeRuns, atFreeLimit } from './admit-free-runs.ts'
import type { FreeRun } from './charge-free-run.ts'
import { deadline } from './queries.ts'
import { TURN_EPOCH, TURN_SECONDS } from './rules.ts'
import { type JobRow, jobSteps, jobs } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

export interface NewJob {
  ownerId: string
  runnable: Runnable
  inputs: ReadyInputs
  public: boolean
  termsVersion: string
  /** The claimed payment, or null for a free run or a test. */
  paymentId: string | null
  test: boolean
  /** The charged free run on this machine; absent for runs that never wait in line. */
  free?: FreeRun | undefined
  /** The request's key, by which a repetition with the same Idempotency-Key finds this job. */
  requestKey?: string | undefined
}

/** Writes the reserved creation, its job and the job's steps, and wakes the workers after the commit. */
export async function queueJob(tx: TxCtx, want: NewJob): Promise<JobRow> {
  const { runnable, inputs, ownerId, free } = want
  const creation = await reserveCreation(tx, want)
  const now = tx.clock.now()
  const [job] = await tx.db
    .insert(jobs)
    .values({
      id: newId(),
      creationId: creation.id,
      workflowId: runnable.workflowId,
      workflowVersion: runnable.version,
      ownerId,
      inputs: inputs.values,
      paymentId: want.paymentId,
      test: want.test,
      requestKey: want.requestKey ?? null,
      turn: nextTurn(ownerId, free?.network),
      ...(free && { freeSeconds: free.seconds, network: free.network }),
      inLine: free ? atFreeLimit({ ownerId, ...free }) : false,
      costLimit: runnable.cost,
      generationTimeMs: runnable.recipe.generationTimeMs,
      status: 'QUEUED',
      progressSteps: runnable.recipe.steps.length,
      deadlineAt: deadline,
      createdAt: now,
    })
    .returning()
  if (!job) throw new Error('the job was not written')
  await tx.db.insert(jobSteps).values(
    runnable.recipe.steps.map(({ id: stepId, provider }, position) => ({
      jobId: job.id,
      stepId,
      provider,
      position,
    })),
  )
  if (job.inLine) {
    // The jobs ahead in line may have ended before this transaction did.
    tx.afterCommit((ctx) => admitFreeRuns(ctx, job))
  } else wakeWorkers(tx)
  return job
}

/**
 * The start time, put back by each unfinished job of the owner or, for a visitor, of the network:
 * an owner with many jobs waits behind an owner with one, and no job waits for ever.
 */
function nextTurn(ownerId: string, network: string | null | undefined) {
  const mine = network ? sql`mine.network = ${network}` : sql`mine.owner_id = ${ownerId}`
  return sql`(extract(epoch from clock_timestamp()) - ${TURN_EPOCH})::int + ${TURN_SECONDS} * (
    select count(*) from jobs mine
    where ${mine} and mine.status in ('QUEUED', 'RUNNING'))::int`
}
