import { JOB_LIMIT_MS } from '@vignette/contract/limits.ts'
import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { reserveCreation } from '../creations/index.ts'
import type { ReadyInputs, Runnable } from '../workflows/index.ts'
import { TURN_EPOCH, TURN_SECONDS } from './rules.ts'
import { type JobRow, jobSteps, jobs } from './tables.ts'
import { wakeJob } from './wake-job.ts'

export interface NewJob {
  ownerId: string
  runnable: Runnable
  inputs: ReadyInputs
  public: boolean
  termsVersion: string
  /** The claimed authorization, or null for what costs nothing. */
  paymentId: string | null
  test: boolean
  /** The caller's request, where it named itself: asked again, it finds this job. */
  requestKey?: string | undefined
}

/** The reserved creation, its job and the job's steps, woken once all of it is committed. */
export async function queueJob(tx: TxCtx, want: NewJob): Promise<JobRow> {
  const { runnable, inputs } = want
  const creation = await reserveCreation(tx, want)
  const now = tx.clock.now()
  const [job] = await tx.db
    .insert(jobs)
    .values({
      id: newId(),
      creationId: creation.id,
      workflowId: runnable.workflowId,
      workflowVersion: runnable.version,
      ownerId: want.ownerId,
      inputs: inputs.values,
      paymentId: want.paymentId,
      test: want.test,
      requestKey: want.requestKey ?? null,
      turn: nextTurn(want.ownerId),
      costLimit: runnable.cost,
      generationTimeMs: runnable.recipe.generationTimeMs,
      status: 'QUEUED',
      progressSteps: runnable.recipe.steps.length,
      // By the database's clock, like leases: a jump of ours must not end anybody's run.
      deadlineAt: sql`clock_timestamp() + make_interval(secs => ${JOB_LIMIT_MS / 1000})`,
      createdAt: now,
    })
    .returning()
  if (!job) throw new Error('the job was not written')
  await tx.db
    .insert(jobSteps)
    .values(
      runnable.recipe.steps.map((step, position) => ({ jobId: job.id, stepId: step.id, position })),
    )
  await wakeJob(tx, job.id, { turn: job.turn })
  return job
}

/**
 * By when it came, put back for each job that its owner has under way: whoever queues many things
 * waits behind whoever queues one, and nobody waits for ever.
 */
function nextTurn(ownerId: string) {
  return sql`(extract(epoch from clock_timestamp()) - ${TURN_EPOCH})::int + ${TURN_SECONDS} * (
    select count(*) from jobs mine
    where mine.owner_id = ${ownerId} and mine.status in ('QUEUED', 'RUNNING'))::int`
}
