import { CLEARANCE_DAYS } from '@vignette/contract/limits.ts'
import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { type AccountName, captureEntry } from './entry.ts'
import { aboutPayment, postEntry } from './post-entry.ts'

export interface PostCapture extends Money {
  paymentId: string
  workflowId: string
  amount: number
  /**
   * Who earns; a creator without an account earns into an unclaimed one. Null where nothing was
   * delivered: then all of it is owed back to the buyer.
   */
  creator: { principalId: string; hasAccount: boolean } | null
  /** As agreed when the buyer paid. */
  sharePercent: number
  occurredAt: Date
}

export async function postCapture(tx: TxCtx, capture: PostCapture): Promise<boolean> {
  const { paymentId, workflowId, occurredAt, creator } = capture
  const account: AccountName = creator
    ? { kind: creator.hasAccount ? 'creator' : 'unclaimed', ownerId: creator.principalId }
    : { kind: 'owed_back', ownerId: null }
  const sharePercent = creator ? capture.sharePercent : 100
  const clearsAt = new Date(occurredAt.getTime() + CLEARANCE_DAYS * 86_400_000)
  return postEntry(
    tx,
    captureEntry(paymentId, { account, clearsAt }, sharePercent, capture.amount),
    { ...aboutPayment(paymentId, workflowId, capture), occurredAt },
  )
}
