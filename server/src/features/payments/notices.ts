import type { TxCtx } from '../../ctx.ts'
import type { PaymentRow, RefundRow } from '../../schema/payments.ts'
import { sumRefundedShare } from '../ledger/index.ts'
import { notify } from '../notices/index.ts'
import { describeRefund } from './refunds/refund.ts'
import { isCounted } from './refunds/rules.ts'
import { referenceOf } from './rules.ts'
import { divideSale, nameTax } from './shares.ts'
import { viewWithdrawal } from './withdrawals/withdrawal.ts'

/** The receipt, or the paper that says that nothing was charged, once the payment has ended. */
export async function notifyBuyer(tx: TxCtx, payment: PaymentRow): Promise<void> {
  const { id, state, amount, captured, workflowId, creationId } = payment
  const endedAt = tx.clock.now().toISOString()
  const news = addressed(payment, id)
  if (state === 'captured' && creationId) {
    const { workflowVersion: version } = payment
    const tax = { tax: divideSale(payment).tax, taxName: nameTax(payment.taxes) }
    const right = viewWithdrawal(payment, tx.clock.now())
    const how = right?.state === 'open' ? ` ${HOW_TO_WITHDRAW}` : ''
    const withdrawal = right ? `${right.words}${how}` : ''
    const paper = { ...paperOf(payment, captured), ...tax, withdrawal }
    const facts = { ...paper, creationId, version, chargedAt: endedAt }
    await notify(tx, { ...news, kind: 'receipt', facts })
    await notifyCreator(tx, payment)
  } else if (state === 'released' || state === 'capture_failed') {
    const facts = { ...paperOf(payment, amount), workflowId, endedAt }
    await notify(tx, { ...news, kind: 'not_charged', facts })
  }
}

const HOW_TO_WITHDRAW = 'Open the receipt and press “Withdraw from contract here”.'

export async function notifyOfRefund(
  tx: TxCtx,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const { creationId } = payment
  const refundedAt = tx.clock.now().toISOString()
  const why = describeRefund(refund)
  const { note } = refund
  const facts = { ...paperOf(payment, refund.amount), creationId, refundedAt, why, note }
  await notify(tx, { ...addressed(payment, refund.id), kind: 'refunded', facts })
  await notifyCreatorOfRefund(tx, payment, refund)
}

/** Creators know of their own refunds. */
async function notifyCreatorOfRefund(
  tx: TxCtx,
  payment: PaymentRow,
  { id, amount: cents, by }: RefundRow,
): Promise<void> {
  const { creatorId } = payment
  if (!creatorId || by === 'creator' || payment.state !== 'captured') return
  const share = await sumRefundedShare(tx, id)
  const facts = { recipe: payment.workflowName, cents, share, by, test: payment.testMode }
  await notify(tx, { to: creatorId, kind: 'sale_refunded', subjectId: id, facts })
}

async function notifyCreator(tx: TxCtx, payment: PaymentRow): Promise<void> {
  const { id, creatorId, workflowId, workflowName: recipe, captured: cents } = payment
  if (!creatorId) return
  const { creator: share, tax } = divideSale(payment)
  const facts = { recipe, workflowId, cents, tax, share }
  await notify(tx, { to: creatorId, kind: 'sale', subjectId: id, facts })
}

function addressed({ id, buyerId, creationId }: PaymentRow, subjectId: string) {
  return { to: buyerId, subjectId, about: [id, creationId] }
}

function paperOf(payment: PaymentRow, cents: number) {
  const { id: number, workflowName: recipe, testMode: test } = payment
  return { recipe, number, cents, reference: referenceOf(payment), test }
}

/**
 * Tells buyer and creator that a refund of which they were told does not arrive. `refund` is the row
 * before it failed. A case tells its buyer itself, and what the gateway refused at once only the
 * creator who asked for it knew of.
 */
export async function notifyOfFailedRefund(
  tx: TxCtx,
  payment: PaymentRow,
  { id, amount: cents, by, state }: RefundRow,
  reason: string,
): Promise<void> {
  const wasTold = isCounted(state)
  const { workflowName: recipe, creationId, testMode: test } = payment
  if (wasTold && by !== 'case') {
    const facts = { recipe, number: payment.id, cents, creationId, reason, test }
    const about = [payment.id, creationId]
    await notify(tx, { to: payment.buyerId, kind: 'refund_failed', subjectId: id, about, facts })
  }
  const { creatorId } = payment
  if (creatorId && payment.state === 'captured' && (wasTold || by === 'creator')) {
    const share = wasTold ? await sumRefundedShare(tx, id) : 0
    const facts = { recipe, cents, share, reason, test }
    await notify(tx, { to: creatorId, kind: 'sale_refund_failed', subjectId: id, facts })
  }
}
