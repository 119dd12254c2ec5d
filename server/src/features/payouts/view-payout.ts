import type { PayoutView, UnpaidLineView } from '@vignette/contract/payouts.ts'
import type { UnpaidLine } from './rules.ts'
import type { PayoutRow } from './tables.ts'

const textOf = (date: Date | null) => date?.toISOString() ?? null

export function viewPayout(row: PayoutRow): PayoutView {
  return {
    id: row.id,
    state: row.state,
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
