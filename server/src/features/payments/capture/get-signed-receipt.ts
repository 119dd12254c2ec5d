import type { ReceiptView } from '@vignette/contract/payments.ts'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { findByAnyId } from '../../identity/index.ts'
import { readReceiptLink, signClaim } from '../../notices/index.ts'
import { listGivenBack } from '../list-given-back.ts'
import { findPayment } from '../queries.ts'
import { viewReceipt } from './get-receipt.ts'

/**
 * The receipt by the link of a letter, for each holder of the link; and the way to the creation as
 * long as the visitor who bought it has it.
 */
export async function getSignedReceipt(
  ctx: Ctx,
  { token }: { token: string },
): Promise<{ receipt: ReceiptView; creation_id: string | null; claim: string | null }> {
  const link = readReceiptLink(ctx, token)
  const payment = link && (await findPayment(ctx, link.paymentId))
  if (!payment) throw new AppError('not_found', 'This link is not whole, or older than 180 days.')
  const { creationId, buyerId: ownerId } = payment
  const buyer = await findByAnyId(ctx, ownerId)
  const claimable =
    creationId !== null && ownerId === link.buyerId && buyer?.kind === 'visitor' && !buyer.bannedAt
  return {
    receipt: viewReceipt(payment, await listGivenBack(ctx, payment.id)),
    creation_id: creationId,
    claim: claimable ? signClaim(ctx, { creationId, ownerId }, ctx.clock.now()) : null,
  }
}
