import type { WithdrawalView } from '@vignette/contract/withdrawals.ts'
import { type Ctx, inTransaction, type Principal, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { lockActing, lockCaller } from '../../identity/index.ts'
import { keepLetterAddress, notify } from '../../notices/index.ts'
import { changePayment, lockPayment, recordEvent } from '../payment.ts'
import { findSignedPurchase } from '../receipt.ts'
import { refundWithdrawn } from '../refunds/request-refund.ts'
import { withdrawalStateOf } from './rules.ts'
import { describeStatement, viewWithdrawal } from './withdrawal.ts'

interface Statement {
  name?: string | undefined
  email?: string | undefined
}

/** The buyer withdraws from the contract: one transaction keeps the time, requests the refund and writes the confirmation. */
export async function withdrawPurchase(
  ctx: Ctx,
  paymentId: string,
  statement: Statement,
): Promise<WithdrawalView> {
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given)
    return withdraw(tx, { paymentId, buyer: owner, statement })
  })
}

/** A buyer withdraws by the link of a receipt, from any browser. */
export async function withdrawSignedPurchase(
  ctx: Ctx,
  { token, ...statement }: Statement & { token: string },
): Promise<WithdrawalView> {
  const { id: paymentId, buyerId } = await findSignedPurchase(ctx, token)
  return inTransaction(ctx, async (tx) => {
    const buyer = await lockActing(tx, buyerId, 'share')
    if (!buyer || buyer.deletedAt || buyer.bannedAt) throw noPayment()
    return withdraw(tx, { paymentId, buyer, statement })
  })
}

/** A second press finds the first, and is answered with it. */
async function withdraw(
  tx: TxCtx,
  {
    paymentId,
    buyer,
    statement,
  }: { paymentId: string; buyer: Pick<Principal, 'id' | 'kind'>; statement: Statement },
): Promise<WithdrawalView> {
  const payment = await lockPayment(tx, paymentId)
  if (payment.buyerId !== buyer.id) throw noPayment()
  const now = tx.clock.now()
  const state = withdrawalStateOf(payment, now)
  const known = viewWithdrawal(payment, now)
  if (known && state === 'withdrawn') return known
  if (state !== 'open') {
    throw new AppError('payment_state', known?.words ?? 'There is nothing to withdraw from here.')
  }
  if (statement.email) {
    const left = { owner: buyer, subjectIds: [payment.id], address: statement.email }
    await keepLetterAddress(tx, left)
  }
  const set = { withdrawnAt: now, withdrawnName: statement.name || null }
  const withdrawn = await changePayment(tx, payment, set)
  await recordEvent(tx, payment.id, 'contract.withdrawn')
  await refundWithdrawn(tx, withdrawn)
  const { id: number, workflowName: recipe, creationId, testMode: test } = withdrawn
  const view = viewWithdrawal(withdrawn, now)
  if (!view) throw new Error('a contract that was withdrawn from has a withdrawal')
  const statementWords = describeStatement(withdrawn, now).join('\n')
  await notify(tx, {
    to: buyer.id,
    kind: 'withdrawn',
    subjectId: number,
    about: [number, creationId],
    facts: { recipe, number, statement: statementWords, money: view.words, test },
  })
  return view
}

function noPayment(): AppError {
  return new AppError('not_found', 'There is no such payment.')
}
