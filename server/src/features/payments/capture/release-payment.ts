import type { PaymentView } from '@vignette/contract/payments.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { requireVisitor } from '../../identity/index.ts'
import { lockPayment } from '../lock-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { viewPayment } from '../view-payment.ts'
import { releaseNow } from './release-now.ts'
import { requestRelease } from './request-release.ts'

/** The states of a payment that is being released or has nothing left to release. */
const HAS_ENDED = new Set<PaymentRow['state']>([
  'released',
  'release_requested',
  'captured_undelivered',
])

/** Releases the buyer's unused authorisation. */
export async function releasePayment(ctx: Ctx, id: string): Promise<PaymentView> {
  const buyer = requireVisitor(ctx)
  const requested = await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, id)
    if (payment.buyerId !== buyer.id) throw new AppError('not_found', 'There is no such payment.')
    if (HAS_ENDED.has(payment.state)) return payment
    return requestRelease(tx, payment, 'buyer')
  })
  return viewPayment(await releaseNow(ctx, requested))
}
