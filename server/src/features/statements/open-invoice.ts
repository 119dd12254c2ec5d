import type { InvoiceView, openInvoice as route } from '@vignette/contract/statements.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { findPayment } from '../payments/index.ts'
import { fillInvoice } from './fill-invoice.ts'
import { viewInvoice } from './view-invoice.ts'

export async function openInvoice(
  ctx: Ctx,
  paymentId: string,
  { buyer }: z.output<(typeof route)['body']>,
): Promise<InvoiceView> {
  return inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const payment = await findPayment(tx, paymentId)
    if (payment?.buyerId !== owner.id) {
      throw new AppError('not_found', 'There is no invoice for this payment.')
    }
    return viewInvoice(tx, await fillInvoice(tx, paymentId, buyer))
  })
}
