import { type AccountName, common, type Entry, entry, line } from './entry.ts'
import type { EntryKind } from './entry-kind.ts'

/** A change of a creator's balance that the operator makes; above zero for the creator. */
export interface Adjustment {
  adjustmentId: string
  principalId: string
  amount: number
}

/** The platform gives the creator the money, or takes it. */
export function adjustmentEntry(adjustment: Adjustment): Entry {
  return adjust('adjustment', adjustment, common('platform'))
}

/** A debt that the creator will not pay is the platform's loss. */
export function badDebtEntry(adjustment: Adjustment): Entry {
  return adjust('bad_debt', adjustment, common('bad_debt'))
}

function adjust(
  kind: EntryKind,
  { adjustmentId, principalId, amount }: Adjustment,
  other: AccountName,
): Entry {
  return entry(kind, adjustmentId, Math.abs(amount), [
    line(other, amount),
    line({ kind: 'creator', ownerId: principalId }, -amount),
  ])
}
