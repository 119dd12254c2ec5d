import { API_BASE } from '@vignette/contract/paths.ts'
import type {
  InvoiceView,
  invoiceBuyer,
  openInvoice as invoiceRoute,
  openSignedInvoice as signedInvoiceRoute,
} from '@vignette/contract/statements.ts'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creditNotes, type InvoiceRow, invoices } from '../../schema/payouts.ts'
import { lockCaller } from '../identity/index.ts'
import { readReceiptLink } from '../notices/index.ts'
import { findPayment } from '../payments/index.ts'
import { issueInvoice } from './issue-paper.ts'
import { type PaperLink, signPaper } from './paper.ts'

export async function openInvoice(
  ctx: Ctx,
  paymentId: string,
  { buyer }: z.output<(typeof invoiceRoute)['body']>,
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

/** For the holder of a receipt's letter. */
export async function openSignedInvoice(
  ctx: Ctx,
  { token, buyer }: z.output<(typeof signedInvoiceRoute)['body']>,
): Promise<InvoiceView> {
  const link = readReceiptLink(ctx, token)
  if (!link) throw new AppError('not_found', 'This link is not whole, or older than 180 days.')
  return inTransaction(ctx, async (tx) =>
    viewInvoice(tx, await fillInvoice(tx, link.paymentId, buyer)),
  )
}

/** The invoice of a payment, with the buyer's name and address where they are given. */
async function fillInvoice(
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

async function viewInvoice(ctx: Ctx, row: InvoiceRow): Promise<InvoiceView> {
  const notes = await ctx.db
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, row.id))
    .orderBy(asc(creditNotes.id))
  const addressOf = (paper: PaperLink) => `${API_BASE}/invoices/${signPaper(ctx, paper)}`
  const { buyer } = row
  return {
    number: row.number,
    issued_at: row.issuedAt.toISOString(),
    amount: row.amount,
    currency: row.currency,
    buyer: buyer && { name: buyer.name, address: buyer.address, vat_id: buyer.vatId },
    sealed: row.sealedAt !== null,
    url: addressOf({ kind: 'invoice', id: row.id }),
    credit_notes: notes.map((note) => ({
      number: note.number,
      issued_at: note.issuedAt.toISOString(),
      amount: note.amount,
      corrects: notes.find(({ id }) => id === note.corrects)?.number ?? null,
      url: addressOf({ kind: 'credit', id: note.id }),
    })),
  }
}
