import type { TxCtx } from '../../ctx.ts'
import { aboutAdjustment, type PostAdjustment } from './about-adjustment.ts'
import { badDebtEntry } from './adjustment-entry.ts'
import { postEntry } from './post-entry.ts'

export async function postBadDebt(tx: TxCtx, debt: PostAdjustment): Promise<boolean> {
  return postEntry(tx, badDebtEntry(debt), aboutAdjustment(debt.adjustmentId, debt))
}
