import { CASE_REASON_WORDS } from '@vignette/contract/case-words.ts'
import type { TxCtx } from '../../ctx.ts'
import { refundPayment } from '../payments/index.ts'
import { closeCase } from './close-case.ts'
import { assertUndecided, type FoundCase } from './queries.ts'
import type { DecidedBy } from './tables.ts'

/** Requests the refund and closes the case as granted, in one transaction. */
export async function giveBack(
  tx: TxCtx,
  found: FoundCase,
  want: { amount?: number | undefined; note: string | null; decidedBy: DecidedBy },
): Promise<FoundCase> {
  const { row, payment } = found
  assertUndecided(row)
  const refund = await refundPayment(tx, {
    paymentId: payment.id,
    amount: want.amount,
    reason: want.note ?? `Case granted: ${CASE_REASON_WORDS[row.reason]}`,
    by: 'case',
  })
  return closeCase(tx, found, {
    state: 'granted',
    granted: refund.amount,
    refundId: refund.id,
    decision: want.note,
    decidedBy: want.decidedBy,
  })
}
