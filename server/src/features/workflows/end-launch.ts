import { and, eq, gt } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { launchPrices } from './tables.ts'

/** The columns of a workflow that are emptied when its launch price ends. */
export const NO_LAUNCH = { launchPrice: null, launchUntil: null, launchLowest: null } as const

/** Closes the record of the current launch price; the caller updates the workflow's own row. */
export async function endLaunch(tx: TxCtx, workflowId: string): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .update(launchPrices)
    .set({ until: now })
    .where(and(eq(launchPrices.workflowId, workflowId), gt(launchPrices.until, now)))
}
