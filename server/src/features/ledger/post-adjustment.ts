import type { TxCtx } from '../../ctx.ts'
import { aboutAdjustment, type PostAdjustment } from './about-adjustment.ts'
import { adjustmentEntry } from './adjustment-entry.ts'
import { postEntry } from './post-entry.ts'

export async function postAdjustment(tx: TxCtx, adjustment: PostAdjustment): Promise<boolean> {
  const about = aboutAdjustment(adjustment.adjustmentId, adjustment)
  return postEntry(tx, adjustmentEntry(adjustment), about)
}
