import type { Ctx } from '../../ctx.ts'
import { makeVariants } from '../media/index.ts'
import { findLive, hashRecipe, markTested } from '../workflows/index.ts'
import { endJob } from './end-job.ts'
import { generationEvents } from './events.ts'
import { postCost } from './post-cost.ts'
import type { JobRow } from './tables.ts'
import { whileLeased } from './while-leased.ts'

/** Ends a test whose steps have all delivered; no creation, sale or count comes of it. */
export async function completeTest(ctx: Ctx, job: JobRow, mediaId: string): Promise<void> {
  const { workflowId } = job
  await whileLeased(ctx, job, async (tx, leased) => {
    await endJob(tx, leased, { status: 'COMPLETED' })
    await tx.queue.send(tx, makeVariants, { mediaId })
    await postCost(tx, job)
    if (!workflowId) return
    const live = await findLive(tx, workflowId)
    if (live && hashRecipe(live.recipe) === job.documentHash) await markTested(tx, live)
    await generationEvents.testPassed.tell(tx, { workflowId })
  })
}
