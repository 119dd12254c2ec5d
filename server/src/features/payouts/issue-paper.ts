import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import type { Tax } from '../../providers/payments/spec.ts'
import { type CreditNoteRow, creditNotes, type InvoiceRow, invoices } from '../../schema/payouts.ts'
import { taxesIn } from '../ledger/index.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { operatorFacts } from './operator-facts.ts'
import { nextNumber } from './paper.ts'
import { monthOf } from './rules-statements.ts'

export const invoiceTask = defineTask({
  name: 'statements.invoice',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { paymentId }) => inTransaction(ctx, (tx) => issueInvoice(tx, paymentId)),
})

export const creditNoteTask = defineTask({
  name: 'statements.credit-note',
  data: z.object({ paymentId: z.uuid(), refundId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, data) => issueNote(ctx, 'credit', data),
})

export const correctionTask = defineTask({
  name: 'statements.correction',
  data: z.object({ paymentId: z.uuid(), refundId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, data) => issueNote(ctx, 'correction', data),
})

/**
 * The invoice of a charged payment, issued once. Undefined where the operator's address is not set, or
 * nothing was charged for a delivered creation.
 */
export async function issueInvoice(tx: TxCtx, paymentId: string): Promise<InvoiceRow | undefined> {
  const payment = await lockPayment(tx, paymentId)
  const known = await findInvoice(tx, paymentId)
  if (known) return known
  const operator = operatorFacts(tx)
  if (!operator.address || payment.state !== 'captured' || !payment.capturedAt) return undefined
  const { book, currency, taxes, workflowName, captured: amount, capturedAt: suppliedAt } = payment
  const facts = { paymentId, workflowName, amount, currency, taxes, suppliedAt, operator }
  const [made] = await tx.db
    .insert(invoices)
    .values({ ...(await numberPaper(tx, 'invoice', book)), ...facts })
    .returning()
  if (!made) throw new Error('the invoice was not written')
  // Refunds before the invoice; a later one is heard.
  for (const { id: refundId } of await listCountedRefunds(tx, paymentId)) {
    await tx.queue.send(tx, creditNoteTask, { paymentId, refundId })
  }
  return made
}

export async function findInvoice(
  ctx: Pick<Ctx, 'db'>,
  paymentId: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await ctx.db.select().from(invoices).where(eq(invoices.paymentId, paymentId))
  return row
}

/**
 * Issues the credit note of a refund that went out, or the correction that takes the note back after
 * the bank sent its refund back; each once. The note itself stays as it is.
 */
export async function issueNote(
  ctx: Ctx,
  kind: 'credit' | 'correction',
  { paymentId, refundId }: { paymentId: string; refundId: string },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockPayment(tx, paymentId)
    const invoice = await findInvoice(tx, paymentId)
    if (!invoice) return
    const counted = await listCountedRefunds(tx, paymentId)
    const refund = counted.find(({ id }) => id === refundId)
    const notes = await tx.db
      .select()
      .from(creditNotes)
      .where(eq(creditNotes.invoiceId, invoice.id))
    const [note, ...more] = notes.filter((each) => each.refundId === refundId)
    // A credit note is due of a refund that counts, a correction of one that no longer does.
    const due = kind === 'credit' ? !note && refund : !refund && more.length === 0 && note
    if (!due) return
    const credited = sumCredited(notes)
    const low = kind === 'credit' ? credited : credited - due.amount
    await tx.db.insert(creditNotes).values({
      ...(await numberPaper(tx, kind, invoice.book)),
      invoiceId: invoice.id,
      refundId,
      corrects: note?.id ?? null,
      amount: due.amount,
      taxes: taxesBetween(invoice, low, low + due.amount),
    })
  })
}

/** What each paper of a buyer begins with. */
async function numberPaper(
  tx: TxCtx,
  kind: 'invoice' | 'credit' | 'correction',
  book: InvoiceRow['book'],
) {
  const issuedAt = tx.clock.now()
  const number = await nextNumber(tx, kind, book, monthOf(issuedAt))
  return { id: newId(), number, book, issuedAt }
}

/** What the notes of an invoice credit together, less what their corrections take back. */
function sumCredited(notes: readonly CreditNoteRow[]): number {
  return notes.reduce(
    (sum, { amount, corrects }) => sum + (corrects === null ? amount : -amount),
    0,
  )
}

/** The taxes between two credited sums, so that all notes together credit whole taxes. */
function taxesBetween({ taxes, amount }: InvoiceRow, low: number, high: number): Tax[] {
  const was = taxesIn(taxes, low, amount)
  return taxesIn(taxes, high, amount).map((is, at) => ({
    jurisdiction: is.jurisdiction,
    name: taxes[at]?.name ?? 'tax',
    amount: is.amount - (was[at]?.amount ?? 0),
  }))
}
