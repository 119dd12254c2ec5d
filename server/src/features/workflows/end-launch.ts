import { and, eq, gt } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { launchPrices } from './tables.ts'

/** What a workflow's row loses with its launch price. */
export const NO_LAUNCH = { launchPrice: null, launchUntil: null, launchLowest: null } as const

/** Closes the record of the launch price that holds; the workflow's row is the caller's to change. */
export async function endLaunch(tx: TxCtx, workflowId: string): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .update(launchPrices)
    .set({ until: now })
    .where(and(eq(launchPrices.workflowId, workflowId), gt(launchPrices.until, now)))
}
