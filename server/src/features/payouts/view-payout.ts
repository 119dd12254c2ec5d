import { namePayout } from '@vignette/contract/payout-words.ts'
import type {
  AdjustmentView,
  PayoutRunView,
  PayoutView,
  UnpaidLineView,
} from '@vignette/contract/payouts.ts'
import type { AdjustmentRow, PayoutRow, RunRow } from '../../schema/payouts.ts'
import type { RunSum } from './queries.ts'
import type { UnpaidLine } from './rules.ts'

const textOf = (date: Date | null) => date?.toISOString() ?? null

export function viewPayout(row: PayoutRow): PayoutView {
  return {
    id: row.id,
    state: row.state,
    words: namePayout(row),
    amount: row.amount,
    returned: row.reversed,
    currency: row.currency,
    reason: row.reason,
    reference: row.reference,
    created_at: row.createdAt.toISOString(),
    arrives_at: textOf(row.arrivesAt),
    ended_at: textOf(row.endedAt),
  }
}

export function viewLine({ date, ...line }: UnpaidLine): UnpaidLineView {
  return { ...line, date: textOf(date) }
}

export function viewRun(row: RunRow, sums: RunSum = { payouts: 0, total: 0 }): PayoutRunView {
  return {
    id: row.id,
    due_at: row.dueAt.toISOString(),
    by: row.by,
    started_at: row.startedAt.toISOString(),
    ended_at: textOf(row.endedAt),
    ...sums,
  }
}

export function viewAdjustment({ id, amount, reason, createdAt }: AdjustmentRow): AdjustmentView {
  return { id, amount, reason, created_at: createdAt.toISOString() }
}
