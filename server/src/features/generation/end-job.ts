import { and, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { isRemix, type JobRow, jobSteps, jobs, unfinished } from '../../schema/generation.ts'
import { workflows } from '../../schema/workflows.ts'
import { setMediaDeleted } from '../media/index.ts'
import { notify } from '../notices/index.ts'
import { describePayment, type JobCost, postJobCost } from '../payments/index.ts'
import { getRecipe, outputsOf, spreadCopies } from '../workflows/index.ts'
import { admitRuns } from './admit-runs.ts'
import { announceJob } from './job-news.ts'
import { attemptEnd } from './lease.ts'
import { countEnded } from './metrics.ts'

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
  const { freeSeconds, paidSeconds, network, batchId, inLine } = job
  // A job in line leaves no place to another.
  if (!inLine && (freeSeconds + paidSeconds > 0 || batchId)) {
    tx.afterCommit((ctx) => admitRuns(ctx, { ownerId: row.ownerId, network }))
  }
  return row
}

type NotifiedEnding =
  | { kind: 'creation_ready' | 'creation_in_review' }
  | { kind: 'proof_ready'; until: Date }
  | { failed: string }

/** The owner of a shorter run has probably watched its end. */
const WATCHED_MS = 60_000

/** Tells the owner how a remix ended and what became of the money; a test's creator has watched its end. */
export async function notifyOfEnding(
  tx: TxCtx,
  job: JobRow,
  ending: NotifiedEnding,
): Promise<void> {
  // A batch is told of once, at its end.
  if (!isRemix(job) || job.batchId) return
  const { ownerId, creationId, workflowId, workflowVersion, paymentId } = job
  const news = {
    to: ownerId,
    subjectId: job.id,
    about: [creationId, paymentId],
    quiet: tx.clock.now().getTime() - job.createdAt.getTime() < WATCHED_MS,
  }
  const describe = async () => {
    const recipe = await getRecipe(tx, workflowId, workflowVersion)
    const money = paymentId ? await describePayment(tx, paymentId) : 'It was free.'
    const files = outputsOf(spreadCopies(recipe, job.inputs)).length
    return { recipe: recipe.name, workflowId, creationId, files, money }
  }
  if ('failed' in ending) {
    const facts = async () => ({ ...(await describe()), reason: ending.failed })
    await notify(tx, { ...news, kind: 'creation_failed', facts })
  } else if (ending.kind === 'proof_ready') {
    const until = ending.until.toISOString()
    await notify(tx, {
      ...news,
      kind: ending.kind,
      facts: async () => ({ ...(await describe()), until }),
    })
  } else await notify(tx, { ...news, kind: ending.kind, facts: describe })
}

/** Posts what a job has cost, in the transaction that ends the job, and answers the sum. */
export async function postCost(tx: TxCtx, job: JobRow): Promise<number> {
  const { id: jobId, workflowId, paymentId } = job
  const costCents = await sumCostOfJob(tx, job)
  const giver = costCents > 0 ? await findGiver(tx, job) : undefined
  await postJobCost(tx, { jobId, workflowId, paymentId, giver, costCents })
  return costCents
}

/** The creator whose balance pays for a free run by a code, also once the code or the account is gone. */
async function findGiver(
  tx: TxCtx,
  { workflowId, codeBook: book }: JobRow,
): Promise<JobCost['giver']> {
  if (!book || !workflowId) return undefined
  const [row] = await tx.db
    .select({ principalId: workflows.ownerId })
    .from(workflows)
    .where(eq(workflows.id, workflowId))
  return row && { ...row, book }
}

const cents = sql<number>`coalesce(sum(${jobSteps.costCents}), 0)::int`

/** The operator's cost of a job's started steps. */
async function sumCostOfJob(
  tx: TxCtx,
  { id: jobId, costLimit }: Pick<JobRow, 'id' | 'costLimit'>,
): Promise<number> {
  if (costLimit === 0) return 0
  const [row] = await tx.db.select({ cents }).from(jobSteps).where(eq(jobSteps.jobId, jobId))
  return row?.cents ?? 0
}

/** The operator's cost of all jobs that used the payment, delivered or not. */
export async function sumCostOfPayment(tx: TxCtx, paymentId: string): Promise<number> {
  const [row] = await tx.db
    .select({ cents })
    .from(jobSteps)
    .innerJoin(jobs, eq(jobs.id, jobSteps.jobId))
    .where(eq(jobs.paymentId, paymentId))
  return row?.cents ?? 0
}
