import { and, eq, isNotNull } from 'drizzle-orm'
import { type TxCtx } from '../../ctx.ts'
import { jobSteps } from './tables.ts'
import { wakeNextInLine } from './wake-next-in-line.ts'

/** Releases the slots of a job that ends without a delivery. */
export async function releaseSlots(tx: TxCtx, jobId: string): Promise<void> {
  const left = await tx.db
    .update(jobSteps)
    .set({ slot: null })
    .where(and(eq(jobSteps.jobId, jobId), isNotNull(jobSteps.slot)))
    .returning({ provider: jobSteps.provider })
  for (const provider of new Set(left.map((row) => row.provider))) {
    if (provider) wakeNextInLine(tx, provider)
  }
}
