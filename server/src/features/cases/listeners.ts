import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { cases } from '../../schema/cases.ts'
import { payments } from '../../schema/payments.ts'
import { identityEvents, listOwners } from '../identity/index.ts'
import { lockPayment, moneyEvents } from '../payments/index.ts'
import { lockCaseOf } from './case.ts'
import { endCase, reopenCase } from './decision.ts'
import { isUndecided } from './rules.ts'
import { takeBack } from './take-back.ts'

const undecided = inArray(cases.state, ['open', 'answered'])

/** How cases react to news of money and of people. */
export const caseListeners: Handling[] = [
  moneyEvents.takenBack.hear(async (tx, { paymentId, captured, refunded, disputed }) => {
    const row = await lockCaseOf(tx, paymentId)
    if (!row || !isUndecided(row)) return
    const found = { row, payment: await lockPayment(tx, paymentId) }
    if (disputed > 0) await endCase(tx, found, 'disputed')
    else if (refunded >= captured) await endCase(tx, found, 'refunded')
  }),
  moneyEvents.refunded.hear(async (tx, { paymentId, refundId }) => {
    const row = await lockCaseOf(tx, paymentId)
    if (row?.refundId !== refundId) return
    if (row.reason !== 'charged_twice' || row.decidedBy !== 'machine') return
    await tx.queue.send(tx, takeBack, { paymentId }, { singletonKey: paymentId })
  }),
  moneyEvents.refundFailed.hear(async (tx, { paymentId, refundId, reason }) => {
    const row = await lockCaseOf(tx, paymentId)
    if (row?.refundId !== refundId) return
    await reopenCase(tx, { row, payment: await lockPayment(tx, paymentId) }, reason)
  }),
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await leaveAsBuyer(tx, principalId)
    await leaveAsCreator(tx, principalId, { answer: null })
  }),
  identityEvents.principalBanned.hear(async (tx, { principalId, banned }) => {
    if (banned) await leaveAsCreator(tx, principalId, {})
  }),
]

/** The buyer's words go with the account; what was granted is still paid. */
async function leaveAsBuyer(tx: TxCtx, buyerId: string): Promise<void> {
  const own = await tx.db
    .select({ row: cases, payment: payments })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .where(eq(payments.buyerId, buyerId))
    .orderBy(cases.id)
    .for('update', { of: cases })
  for (const found of own) {
    if (isUndecided(found.row)) await endCase(tx, found, 'buyer_left')
    await tx.db
      .update(cases)
      .set({ text: null, shared: false, card: null, network: null })
      .where(eq(cases.id, found.row.id))
  }
}

/** The creator can no longer answer, so the operator decides at once. */
async function leaveAsCreator(
  tx: TxCtx,
  creatorId: string,
  erase: { answer?: null },
): Promise<void> {
  const owners = await listOwners(tx, creatorId)
  await tx.db
    .update(cases)
    .set({ operatorSince: tx.clock.now() })
    .where(and(inArray(cases.creatorId, owners), undecided, isNull(cases.operatorSince)))
  if ('answer' in erase) {
    await tx.db.update(cases).set(erase).where(inArray(cases.creatorId, owners))
  }
}
