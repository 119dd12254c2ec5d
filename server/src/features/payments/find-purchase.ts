import type { Ctx } from '../../ctx.ts'
import { findAuthorized } from './find-authorized.ts'
import { findAuthorizedOrUsed } from './queries.ts'
import { refreshForPage } from './throttle-refresh.ts'

/** The version that the caller has authorised a payment for, whether a run is using it or not. */
export async function findPurchase(ctx: Ctx, workflowId: string): Promise<number | undefined> {
  const buyer = ctx.caller.principal
  if (!buyer) return undefined
  const payment =
    (await findAuthorized(ctx, buyer.id, workflowId, refreshForPage)) ??
    // Also where news of the checkout, or of a run, came in just between.
    (await findAuthorizedOrUsed(ctx, buyer.id, workflowId))
  return payment?.workflowVersion
}
