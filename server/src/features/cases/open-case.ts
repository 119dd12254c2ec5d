import type { CaseView } from '@vignette/contract/cases.ts'
import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller, requireVisitor } from '../identity/index.ts'
import { type PaymentRow, payments } from '../payments/index.ts'
import { checkComplaint } from './check-complaint.ts'
import { type Complaint, fileCase } from './file-case.ts'
import { viewCase } from './view-case.ts'

/** The buyer of this payment says that something is wrong. */
export async function openCase(
  ctx: Ctx,
  paymentId: string,
  complaint: Complaint,
): Promise<CaseView> {
  const payment = await getBought(ctx, paymentId)
  const found = await checkComplaint(ctx, payment, complaint.reason)
  const opened = await inTransaction(ctx, async (tx) => {
    // The stronger lock lets two cases of one buyer count each other.
    const { owner, acting } = await lockCaller(tx, 'no key update')
    return fileCase(acting, { paymentId, buyerId: owner.id, complaint, found })
  })
  return viewCase(ctx, opened, 'buyer')
}

/** A payment of the caller; any other one is answered as not found. */
export async function getBought(ctx: Ctx, paymentId: string): Promise<PaymentRow> {
  const buyer = requireVisitor(ctx)
  const [payment] = await ctx.db.select().from(payments).where(eq(payments.id, paymentId))
  if (payment?.buyerId !== buyer.id) throw new AppError('not_found', 'There is no such payment.')
  return payment
}
