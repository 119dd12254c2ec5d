import type { TxCtx } from '../../ctx.ts'
import type { EntryKind } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'
import {
  type AccountName,
  common,
  type Entry,
  type EntryContext,
  entry,
  line,
  postEntry,
} from './entry.ts'

export async function postAdjustment(tx: TxCtx, adjustment: PostAdjustment): Promise<boolean> {
  const about = aboutAdjustment(adjustment.adjustmentId, adjustment)
  return postEntry(tx, adjustmentEntry(adjustment), about)
}

export async function postBadDebt(tx: TxCtx, debt: PostAdjustment): Promise<boolean> {
  return postEntry(tx, badDebtEntry(debt), aboutAdjustment(debt.adjustmentId, debt))
}

interface PostAdjustment extends Adjustment, Money {
  occurredAt: Date
}

export function aboutAdjustment(
  subjectId: string,
  { book, currency, occurredAt }: Money & { occurredAt: Date },
): EntryContext {
  return {
    subjectType: 'adjustment',
    subjectId,
    paymentId: null,
    workflowId: null,
    book,
    currency,
    occurredAt,
  }
}

/** A change of a creator's balance that the operator makes; above zero for the creator. */
interface Adjustment {
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
