import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockPayout } from './queries.ts'
import type { PayoutRow } from './tables.ts'

/** Locks a payout made by hand; refuses one of a vendor, since only the vendor says what became of it. */
export async function requireManual(tx: TxCtx, id: string): Promise<PayoutRow> {
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
