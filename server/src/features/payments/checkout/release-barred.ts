import { and, eq } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { findPrincipals } from '../../identity/index.ts'
import { workflowVersions } from '../../workflows/index.ts'
import { requestRelease } from '../capture/request-release.ts'
import type { PaymentRow } from '../tables.ts'
import { findReachedLimit } from './find-reached-limit.ts'

/** Releases an authorisation without a run whose buyer or card has cancelled too many runs today. */
export async function releaseBarred(tx: TxCtx, payment: PaymentRow): Promise<PaymentRow> {
  // On a public server, time of the machine counts like a vendor's price.
  if (tx.config.loopback && !(await costsOperator(tx, payment))) return payment
  const buyer = (await findPrincipals(tx, [payment.buyerId])).get(payment.buyerId)
  const isBarred = buyer && (await findReachedLimit(tx, buyer, null))
  return isBarred ? requestRelease(tx, payment, 'cancelled') : payment
}

async function costsOperator(tx: TxCtx, payment: PaymentRow): Promise<boolean> {
  const [version] = await tx.db
    .select({ cost: workflowVersions.cost })
    .from(workflowVersions)
    .where(
      and(
        eq(workflowVersions.workflowId, payment.workflowId),
        eq(workflowVersions.version, payment.workflowVersion),
      ),
    )
  return version !== undefined && version.cost > 0
}
