import { type Ctx, inTransaction } from '../../../src/ctx.ts'
import type { Money } from '../../../src/features/ledger/book.ts'
import { getCreatorBalance, post } from '../../../src/features/ledger/index.ts'
import { newId } from '../../../src/platform/ids.ts'

export const START = new Date('2026-03-01T12:00:00Z')
const DAY = 86_400_000
export const MONEY = { book: 'live', currency: 'usd' } as const

/** The same context, with its clock so many days after `START`. */
export const later = (ctx: Ctx, days: number): Ctx => ({
  ...ctx,
  clock: { now: () => new Date(START.getTime() + days * DAY) },
})

/** Posts a capture alone: the payment has no row. */
export async function sell(
  ctx: Ctx,
  amount = 300,
  principalId = newId(),
  hasAccount = true,
  money: Money = MONEY,
) {
  const paymentId = newId()
  const workflowId = newId()
  await inTransaction(ctx, (tx) =>
    post(tx, 'capture', {
      paymentId,
      workflowId,
      amount,
      ...money,
      creator: { principalId, hasAccount },
      sharePercent: 70,
      occurredAt: START,
    }),
  )
  return { paymentId, workflowId, principalId }
}

export const balanceOf = (ctx: Ctx, principalId: string, days = 0) =>
  getCreatorBalance(later(ctx, days), [principalId], MONEY)
