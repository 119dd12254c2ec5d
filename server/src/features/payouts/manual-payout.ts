import type { PayoutView } from '@vignette/contract/payouts.ts'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { PayoutRow } from '../../schema/payouts.ts'
import { requireStaff } from '../identity/index.ts'
import { recordAction } from './audit.ts'
import { lockPayout } from './queries.ts'
import { movePayout, settlePayout } from './settle-payout.ts'
import { viewPayout } from './view-payout.ts'

export async function markPayoutPaid(ctx: Ctx, id: string, reference: string): Promise<PayoutView> {
  requireStaff(ctx, 'markPayoutPaid')
  return viewPayout(await markPaid(ctx, id, reference))
}

export async function markPayoutFailed(ctx: Ctx, id: string, reason: string): Promise<PayoutView> {
  requireStaff(ctx, 'markPayoutFailed')
  return viewPayout(await markFailed(ctx, id, reason))
}

/** The operator is the bank's word where payouts are made by hand. */
export async function markPaid(ctx: Ctx, id: string, reference: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const before = await requireManual(tx, id)
    const payout = await settlePayout(tx, id, { bank: { state: 'paid' }, reference })
    if (payout.state !== before.state) {
      const what = { action: 'mark_payout_paid', subjectType: 'payout', subjectId: id } as const
      await recordAction(tx, { ...what, note: reference })
    }
    return payout
  })
}

/** A payout made by hand that did not arrive: the money never left, or is back, and is owed again. */
export async function markFailed(ctx: Ctx, id: string, reason: string): Promise<PayoutRow> {
  return inTransaction(ctx, async (tx) => {
    const payout = await movePayout(tx, await requireManual(tx, id), { reason })
    const { transferId, accountId, amount, currency, createdAt } = payout
    const what = { action: 'mark_payout_failed', subjectType: 'payout', subjectId: id } as const
    await recordAction(tx, { ...what, note: reason })
    return settlePayout(tx, id, {
      transfer: {
        transferId: transferId ?? '',
        payoutId: id,
        accountId,
        amount,
        reversed: amount,
        currency,
        state: 'reversed',
        createdAt,
      },
    })
  })
}

/** Locks a payout made by hand; refuses one of a vendor, since only the vendor says what became of it. */
async function requireManual(tx: TxCtx, id: string): Promise<PayoutRow> {
  const payout = await lockPayout(tx, id)
  if (payout.gateway !== 'manual') {
    throw new AppError(
      'payment_state',
      `${payout.gateway} itself says what becomes of this payout.`,
    )
  }
  if (payout.state !== 'in_transit' && payout.state !== 'paid') {
    throw new AppError('payment_state', `This payout is ${payout.state}.`)
  }
  return payout
}
