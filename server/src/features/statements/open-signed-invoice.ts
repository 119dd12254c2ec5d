import type { InvoiceView, openSignedInvoice as route } from '@vignette/contract/statements.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readReceiptLink } from '../notices/index.ts'
import { fillInvoice } from './fill-invoice.ts'
import { viewInvoice } from './view-invoice.ts'

/** For the holder of a receipt's letter. */
export async function openSignedInvoice(
  ctx: Ctx,
  { token, buyer }: z.output<(typeof route)['body']>,
): Promise<InvoiceView> {
  const link = readReceiptLink(ctx, token)
  if (!link) throw new AppError('not_found', 'This link is not whole, or older than 180 days.')
  return inTransaction(ctx, async (tx) =>
    viewInvoice(tx, await fillInvoice(tx, link.paymentId, buyer)),
  )
}
