import type { LedgerLine } from '../ledger/index.ts'
import type { Line, Part } from './rules.ts'

/** A kind of entry that is not named here is an adjustment, so that no movement is left out. */
const PART_OF: Partial<Record<LedgerLine['kind'], Part>> = {
  capture: 'sales',
  refund: 'refunds',
  refund_failed: 'refunds',
  dispute_opened: 'disputes',
  dispute_won: 'disputes',
  dispute_lost: 'disputes',
  dispute_reopened: 'disputes',
  dispute_raised: 'disputes',
  dispute_lowered: 'disputes',
  free_run: 'free_runs',
  payout: 'payouts',
  transfer_refused: 'payouts',
  payout_returned: 'payouts',
  reversal: 'payouts',
  processor_fee: 'fees',
  dispute_fee: 'fees',
  payout_cost: 'fees',
}

/** `names` are the recipes' names by payment, or by the job of a free run. */
export function toLine(line: LedgerLine, names: ReadonlyMap<string, string>): Line {
  const isCommission = line.account === 'referrer'
  return {
    postingId: line.postingId,
    postedAt: line.occurredAt,
    posting: line.kind,
    part: isCommission ? 'commissions' : (PART_OF[line.kind] ?? 'adjustments'),
    recipe: names.get(line.paymentId ?? line.subjectId) ?? '',
    workflowId: line.workflowId,
    paymentId: line.paymentId,
    payoutId: line.subjectType === 'payout' ? line.subjectId : null,
    buyerPaid: line.kind === 'capture' && !isCommission ? line.entryAmount : null,
    sharePercent: line.sharePercent,
    amount: -line.amount,
  }
}
