import type { TxCtx } from '../../ctx.ts'
import type { FreeRunClaim } from '../codes/index.ts'
import { reserveCreation } from '../creations/index.ts'
import type { ReadyInputs, Runnable } from '../workflows/index.ts'
import type { LocalRun } from './charge-free-run.ts'
import { insertJob } from './insert-job.ts'
import type { JobRow } from './tables.ts'

interface NewJob {
  ownerId: string
  runnable: Runnable
  inputs: ReadyInputs
  public: boolean
  /** Whether a public creation shows its input files; its owner may change that. */
  shareInputs?: boolean
  /** The creation that the maker began with. */
  madeFrom?: string | null
  termsVersion: string
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
    test,
    ...(screenSize && { screenSize }),
    free,
    paid,
    requestKey,
    turn,
  })
}
