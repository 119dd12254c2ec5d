import { and, eq, isNull } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { payoutHolds } from '../../schema/payouts.ts'
import { identityEvents } from '../identity/index.ts'
import { moneyEvents } from '../payments/index.ts'
import { eraseAccountsTask } from './erase-accounts.ts'
import { payoutEvents } from './events.ts'
import { setHold } from './hold.ts'
import { correctionTask, creditNoteTask, findInvoice, invoiceTask } from './issue-paper.ts'
import { notifyOfLeftMoney } from './leaving.ts'
import { payoutStatementTask } from './make-statements.ts'

export const payoutListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await notifyOfLeftMoney(tx, principalId)
    await tx.queue.send(tx, eraseAccountsTask, {})
  }),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    const isBan = and(
      eq(payoutHolds.principalId, principalId),
      eq(payoutHolds.code, 'banned'),
      isNull(payoutHolds.liftedAt),
    )
    if (!banned) {
      await tx.db
        .update(payoutHolds)
        .set({ liftedAt: tx.clock.now(), liftedBy: 'rule' })
        .where(isBan)
      return
    }
    const held = await tx.db.select({ id: payoutHolds.id }).from(payoutHolds).where(isBan)
    if (held.length > 0) return
    await setHold(tx, {
      principalId,
      amount: null,
      code: 'banned',
      reason: 'This account is banned.',
      setBy: 'rule',
      until: null,
    })
  }),
]

/** Papers are written by tasks: a series of numbers that a sale held would keep other sales waiting. */
export const statementListeners: Handling[] = [
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
