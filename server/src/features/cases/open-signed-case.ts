import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockActing } from '../identity/index.ts'
import { checkComplaint } from './check-complaint.ts'
import { type Complaint, fileCase } from './file-case.ts'
import { readSignedPayment } from './get-signed-case.ts'
import { viewCase } from './view-case.ts'

/** A buyer says by the link of a receipt that something is wrong, from any browser. */
export async function openSignedCase(
  ctx: Ctx,
  { token, ...complaint }: Complaint & { token: string },
): Promise<CaseView> {
  const payment = await readSignedPayment(ctx, token)
  const found = await checkComplaint(ctx, payment, complaint.reason)
  const opened = await inTransaction(ctx, async (tx) => {
    const buyer = await lockActing(tx, payment.buyerId, 'no key update')
    if (!buyer || buyer.deletedAt || buyer.bannedAt) {
      throw new AppError('not_found', 'There is no such payment.')
    }
    return fileCase(tx, { paymentId: payment.id, buyerId: buyer.id, complaint, found })
  })
  return viewCase(ctx, opened, 'buyer')
}
