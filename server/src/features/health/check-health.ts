import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { recountLastRuns } from '../generation/index.ts'
import { announceWorkflows } from '../workflows/index.ts'
import { lockLive } from './lock-live.ts'
import { pauseFailing } from './pause-failing.ts'
import { resumeWorking } from './resume-working.ts'

export const checkHealth = defineTask({
  name: 'health.check',
  data: z.object({ workflowId: z.uuid() }),
  retryLimit: 10,
  concurrency: 4,
  exclusive: true,
  run: runCheckHealth,
})

/** Pauses a workflow whose last runs failed, or resumes one that works again, and tells on its card what they delivered. */
export async function runCheckHealth(
  ctx: Ctx,
  { workflowId }: { workflowId: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const found = await lockLive(tx, workflowId)
    if (!found) return
    if (found.row.failingAt) await resumeWorking(tx, found)
    else await pauseFailing(tx, found)
    if (await recountLastRuns(tx, workflowId)) announceWorkflows(tx, [workflowId])
  })
}
