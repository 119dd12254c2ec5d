import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { type InvoiceRow, invoices } from '../../schema/payouts.ts'
import { listCountedRefunds, lockPayment } from '../payments/index.ts'
import { operatorFacts } from './operator-facts.ts'
import { nextNumber } from './paper.ts'
import { monthOf } from './rules-statements.ts'

export const creditNoteTask = defineTask({
  name: 'statements.credit-note',
  data: z.object({ paymentId: z.uuid(), refundId: z.uuid() }),
  retryLimit: 10,
})

export const invoiceTask = defineTask({
  name: 'statements.invoice',
  data: z.object({ paymentId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { paymentId }) => inTransaction(ctx, (tx) => issueInvoice(tx, paymentId)),
})

/** Takes the credit note of a refund back that the bank sent back. */
export const correctionTask = defineTask({
  name: 'statements.correction',
  data: z.object({ paymentId: z.uuid(), refundId: z.uuid() }),
  retryLimit: 10,
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
  const { book, currency, taxes, captured: amount, workflowName, capturedAt: suppliedAt } = payment
  const now = tx.clock.now()
  const number = await nextNumber(tx, book, `VI-${monthOf(now)}`)
  const [made] = await tx.db
    .insert(invoices)
    .values({
      id: newId(),
      number,
      book,
      paymentId,
      workflowName,
      amount,
      currency,
      taxes,
      suppliedAt,
      issuedAt: now,
      operator,
    })
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
