import type { invoiceBuyer } from '@vignette/contract/statements.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { issueInvoice } from './issue-invoice.ts'
import { type InvoiceRow, invoices } from './tables.ts'

/** The invoice of a payment, with the buyer's name and address where they are given. */
export async function fillInvoice(
  tx: TxCtx,
  paymentId: string,
  buyer: z.output<typeof invoiceBuyer> | undefined,
): Promise<InvoiceRow> {
  const row = await issueInvoice(tx, paymentId)
  if (!row) throw new AppError('not_found', 'There is no invoice for this payment.')
  if (!buyer) return row
  const { name, address, vat_id: vatId = null } = buyer
  const [filled] = await tx.db
    .update(invoices)
    .set({ buyer: { name, address, vatId } })
    .where(and(eq(invoices.id, row.id), isNull(invoices.sealedAt)))
    .returning()
  if (!filled) {
    throw new AppError(
      'conflict',
      'This invoice was opened before, so it no longer changes. Write to us to have it corrected.',
    )
  }
  return filled
}
