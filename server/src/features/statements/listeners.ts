import { eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { identityEvents } from '../identity/index.ts'
import { moneyEvents } from '../payments/index.ts'
import { payoutEvents } from '../payouts/index.ts'
import { correctionTask, creditNoteTask, findInvoice, invoiceTask } from './issue-invoice.ts'
import { payoutStatementTask } from './make-statements.ts'
import { paperNames } from './tables.ts'

/** Papers are written by tasks: a series of numbers that a sale held would keep other sales waiting. */
export const statementListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(paperNames).where(eq(paperNames.principalId, principalId))
  }),
  payoutEvents.paid.hear(async (tx, { payoutId }) => {
    await tx.queue.send(tx, payoutStatementTask, { payoutId })
  }),
  moneyEvents.charged.hear(async (tx, { paymentId }) => {
    if (tx.config.OPERATOR_ADDRESS) await tx.queue.send(tx, invoiceTask, { paymentId })
  }),
  // The sale's row is locked here, so an invoice that comes later sees the refund.
  moneyEvents.refunded.hear(async (tx, { paymentId, refundId }) => {
    if (await findInvoice(tx, paymentId)) {
      await tx.queue.send(tx, creditNoteTask, { paymentId, refundId })
    }
  }),
  // A refund whose credit note is not written yet gets none, since it no longer counts.
  moneyEvents.refundFailed.hear(async (tx, { paymentId, refundId }) => {
    if (await findInvoice(tx, paymentId)) {
      await tx.queue.send(tx, correctionTask, { paymentId, refundId })
    }
  }),
]
