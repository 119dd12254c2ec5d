import type { Ctx } from '../../../ctx.ts'
import { findAuthorized } from './find-authorized.ts'
import { findAuthorizedOrUsed } from './queries.ts'
import { refreshForPage } from './refresh-for-page.ts'

/** The version of the caller's authorised payment, with or without a run. */
export async function findPurchase(ctx: Ctx, workflowId: string): Promise<number | undefined> {
  const buyer = ctx.caller.principal
  if (!buyer) return undefined
  const payment =
    (await findAuthorized(ctx, buyer.id, workflowId, refreshForPage)) ??
    // Reads again, since a webhook or a run may have changed the payment meanwhile.
    (await findAuthorizedOrUsed(ctx, buyer.id, workflowId))
  return payment?.workflowVersion
}
