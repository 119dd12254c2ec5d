import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { announceWorkflows } from './announce-workflows.ts'
import { endLaunch, NO_LAUNCH } from './end-launch.ts'
import { lockOwn } from './lock-own.ts'
import { workflows } from './tables.ts'
import { viewWith } from './view-with.ts'

export async function endLaunchPrice(ctx: Ctx, id: string): Promise<WorkflowView> {
  return inTransaction(ctx, async (given) => {
    const { acting: tx } = await lockCaller(given)
    const { row, version } = await lockOwn(tx, id)
    await endLaunch(tx, id)
    await tx.db.update(workflows).set(NO_LAUNCH).where(eq(workflows.id, id))
    announceWorkflows(tx, [id])
    return viewWith(tx, { ...row, ...NO_LAUNCH }, version.recipe)
  })
}
