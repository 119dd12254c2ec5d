import { and, eq, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { type JobRow, jobSteps, jobs } from '../../schema/generation.ts'
import { reserveCreation } from '../creations/index.ts'
import type { FreeRunClaim } from '../promotion/index.ts'
import { sourceOf } from '../visits/index.ts'
import {
  type ReadyInputs,
  type Recipe,
  type Runnable,
  spreadCopies,
  timeOf,
} from '../workflows/index.ts'
import { admitRuns, atLimit } from './admit-runs.ts'
import { wakeWorkers } from './job-news.ts'
import { deadline } from './lease.ts'
import type { LocalRun } from './local-run.ts'
import { TURN_EPOCH, TURN_SECONDS } from './rules.ts'

interface BatchPlace {
  batchId: string
  batchRow: number
}

interface NewJob {
  ownerId: string
  runnable: Runnable
  inputs: ReadyInputs
  public: boolean
  /** Whether a public creation shows its input files; its owner may change that. */
  shareInputs?: boolean
  /** The creation that the maker began with. */
  madeFrom?: string | null
  /** The drawing of the preview that the maker saw. */
  drawing?: string | null | undefined
  termsVersion: string
  /** What the owner says of the faces in the given photos. */
  face?: JobRow['face'] | undefined
  /** The claimed payment, or null for a free run or a test. */
  paymentId: string | null
  /** The code that pays for a free run, and the book of the balance that bears the cost. */
  code?: FreeRunClaim | undefined
  test: boolean
  /** Draws for a screen, where the recipe draws for paper. */
  screenSize?: boolean
  /** The charged free run on this machine; absent for runs that never wait in line. */
  free?: LocalRun | undefined
  /** The placed paid run on this machine, on a public server. */
  paid?: LocalRun | undefined
  /** The row of a batch, which waits in line for the rows before it. */
  batch?: BatchPlace | undefined
  /** The request's key, by which a repetition with the same Idempotency-Key finds this job. */
  requestKey?: string | undefined
  /** The place in line; absent for the time of the start. */
  turn?: number
}

/** Writes the reserved creation, its job and the job's steps, and wakes the workers after the commit. */
export async function queueJob(tx: TxCtx, want: NewJob): Promise<JobRow> {
  const { runnable, ownerId, inputs, paymentId, test, screenSize, free, paid, requestKey, turn } =
    want
  const creation = await reserveCreation(tx, want)
  return insertJob(tx, {
    creationId: creation.id,
    workflowId: runnable.workflowId,
    workflowVersion: runnable.version,
    ownerId,
    recipe: runnable.recipe,
    expectedMs: runnable.expectedMs,
    costLimit: runnable.cost,
    inputs,
    paymentId,
    ...want.code,
    ...want.batch,
    seedJobId: want.drawing ?? null,
    test,
    face: want.face ?? null,
    ...(screenSize && { screenSize }),
    free,
    paid,
    requestKey,
    turn,
  })
}

type About = Pick<
  typeof jobs.$inferInsert,
  | 'creationId'
  | 'workflowId'
  | 'workflowVersion'
  | 'documentHash'
  | 'draftId'
  | 'seedJobId'
  | 'paymentId'
  | 'batchId'
  | 'batchRow'
  | 'codeId'
  | 'codeBook'
  | 'test'
  | 'face'
  | 'screenSize'
  | 'runSource'
>

interface JobToRun extends About {
  ownerId: string
  recipe: Recipe
  /** What the run is expected to take; absent for the recipe's own time. */
  expectedMs?: number
  costLimit: number
  inputs: ReadyInputs
  /** The charged free run on this machine; absent for runs that never wait in line. */
  free?: LocalRun | undefined
  /** The placed paid run on this machine, on a public server. */
  paid?: LocalRun | undefined
  /** The request's key, by which a repetition with the same Idempotency-Key finds this job. */
  requestKey?: string | undefined
  /** The place in line; absent for the time of the start, behind the owner's unfinished jobs. */
  turn?: number | undefined
  /** Products of an earlier test that stand for steps of this one, by step id. */
  reused?: ReadonlyMap<string, string>
}

/** Writes a job and the job's steps, and wakes the workers after the commit. */
export async function insertJob(tx: TxCtx, want: JobToRun): Promise<JobRow> {
  const {
    recipe,
    expectedMs,
    inputs,
    costLimit,
    requestKey,
    reused,
    free,
    paid,
    ownerId,
    turn,
    ...about
  } = want
  const { steps } = spreadCopies(recipe, inputs.values)
  const now = tx.clock.now()
  const local = {
    freeSeconds: free?.seconds ?? 0,
    paidSeconds: paid?.seconds ?? 0,
    network: (free ?? paid)?.network ?? null,
  }
  const [job] = await tx.db
    .insert(jobs)
    .values({
      ...about,
      id: newId(),
      ownerId,
      inputs: inputs.values,
      requestKey: requestKey ?? null,
      runSource: about.runSource ?? (tx.caller.via === 'bearer' ? 'api' : 'site'),
      cameFrom: about.workflowId && !about.test ? sourceOf(tx, about.workflowId) : null,
      turn: turn ?? nextTurn(ownerId, local.network, about.batchId),
      ...local,
      inLine: about.batchId ? true : free || paid ? atLimit({ ownerId, ...local }) : false,
      costLimit,
      generationTimeMs: expectedMs ?? timeOf(recipe),
      status: 'QUEUED',
      progressSteps: steps.length,
      deadlineAt: deadline,
      createdAt: now,
    })
    .returning()
  if (!job) throw new Error('the job was not written')
  await tx.db.insert(jobSteps).values(
    steps.map(({ id: stepId, provider }, position) => {
      const mediaId = reused?.get(stepId)
      return {
        jobId: job.id,
        stepId,
        provider,
        position,
        ...(mediaId && { mediaId, state: 'done' as const, reused: true, finishedAt: now }),
      }
    }),
  )
  if (job.batchId) return job
  if (job.inLine) {
    // The jobs ahead in line may have ended before this transaction did.
    tx.afterCommit((ctx) => admitRuns(ctx, job))
  } else wakeWorkers(tx)
  return job
}

/**
 * The start time, put back by each unfinished job of the owner or, for a visitor, of the network:
 * an owner with many jobs waits behind an owner with one, and no job waits for ever. The rows of a
 * batch put back one another, and no other run.
 */
function nextTurn(ownerId: string, network: string | null, batchId?: string | null) {
  const own = network ? sql`mine.network = ${network}` : sql`mine.owner_id = ${ownerId}`
  const mine = batchId ? own : sql`${own} and mine.batch_id is null`
  return sql`(extract(epoch from clock_timestamp()) - ${TURN_EPOCH})::int + ${TURN_SECONDS} * (
    select count(*) from jobs mine
    where ${mine} and mine.status in ('QUEUED', 'RUNNING'))::int`
}

/** Finds the job of a repeated request, whose first server died before its answer. */
export async function findRequested(ctx: Ctx, ownerId: string): Promise<JobRow | undefined> {
  const { requestKey } = ctx
  if (requestKey === undefined) return undefined
  const [job] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.requestKey, requestKey), eq(jobs.ownerId, ownerId)))
  return job
}
