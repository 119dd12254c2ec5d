import { eq } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { type JobCost, postJobCost } from '../payments/index.ts'
import { workflows } from '../workflows/index.ts'
import { sumCostOfJob } from './sum-cost-of-job.ts'
import type { JobRow } from './tables.ts'

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
