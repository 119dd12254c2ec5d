import { CLEARANCE_DAYS } from '@vignette/contract/limits.ts'
import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { captureEntry } from './entries.ts'
import { aboutPayment, postEntry } from './post-entry.ts'

export interface PostCapture extends Money {
  paymentId: string
  workflowId: string
  amount: number
  /** Whoever earns; a creator without an account earns into an unclaimed one. */
  creator: { principalId: string; hasAccount: boolean }
  /** As agreed when the buyer paid. */
  sharePercent: number
  occurredAt: Date
}

export async function postCapture(tx: TxCtx, capture: PostCapture): Promise<boolean> {
  const { paymentId, workflowId, occurredAt, creator } = capture
  const account = {
    kind: creator.hasAccount ? ('creator' as const) : ('unclaimed' as const),
    ownerId: creator.principalId,
  }
  const clearsAt = new Date(occurredAt.getTime() + CLEARANCE_DAYS * 86_400_000)
  return postEntry(
    tx,
    captureEntry(paymentId, { account, clearsAt }, capture.sharePercent, capture.amount),
    { ...aboutPayment(paymentId, workflowId, capture), occurredAt },
  )
}
