import { CLEARANCE_DAYS } from '@vignette/contract/money-limits.ts'
import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import {
  type AccountName,
  aboutPayment,
  common,
  type Entry,
  entry,
  line,
  postEntry,
} from './entry.ts'
import type { Commission, Sale, TaxPart } from './rules.ts'
import { type Sides, shares } from './sale.ts'

export interface PostCapture extends Money {
  paymentId: string
  workflowId: string
  amount: number
  /** The taxes in that amount, if any; none is owed where no creation was delivered. */
  taxes?: readonly TaxPart[]
  /**
   * The earning creator; earnings of a creator without an account go to an unclaimed account. Null
   * for a creator's own run, and where no creation was delivered: then the whole amount is owed to
   * the buyer.
   */
  creator: { principalId: string; hasAccount: boolean } | null
  /** A creator's own run, without a share for anyone. */
  isOwnRun?: boolean
  /** The share that was agreed when the buyer paid. */
  sharePercent: number
  /** The fan who led the buyer here; absent where no creation was delivered, which earns no commission. */
  referrer?: { principalId: string; commission: Commission } | undefined
  /** The days until the creator's line clears, as decided at the capture. */
  clearanceDays?: number
  occurredAt: Date
}

export async function postCapture(tx: TxCtx, capture: PostCapture): Promise<boolean> {
  const { paymentId, workflowId, occurredAt, creator, clearanceDays = CLEARANCE_DAYS } = capture
  const account: AccountName = creator
    ? { kind: creator.hasAccount ? 'creator' : 'unclaimed', ownerId: creator.principalId }
    : common(capture.isOwnRun ? 'own_runs' : 'owed_back')
  const sharePercent = creator ? capture.sharePercent : 100
  const clearsAt = new Date(occurredAt.getTime() + clearanceDays * 86_400_000)
  const sides: Sides = {
    creator: { account, clearsAt },
    referrer: creator && capture.referrer ? sideOf(capture.referrer, clearsAt) : undefined,
    taxes: ((creator || capture.isOwnRun) && capture.taxes) || [],
  }
  return postEntry(tx, captureEntry(paymentId, sides, sharePercent, capture.amount), {
    ...aboutPayment(paymentId, workflowId, capture),
    occurredAt,
  })
}

function sideOf(
  { principalId, commission }: NonNullable<PostCapture['referrer']>,
  clearsAt: Date,
): NonNullable<Sides['referrer']> {
  return { account: { kind: 'referrer', ownerId: principalId }, clearsAt, commission }
}

export function captureEntry(
  paymentId: string,
  sides: Sides,
  sharePercent: number,
  amount: number,
): Entry {
  const tax = sides.taxes.reduce((sum, part) => sum + part.amount, 0)
  const before: Sale = {
    captured: 0,
    refunded: 0,
    disputed: 0,
    tax,
    sharePercent,
    commission: sides.referrer?.commission,
  }
  return entry('capture', paymentId, amount, [
    line(common('gateway'), amount),
    ...shares(sides, before, { ...before, captured: amount }),
  ])
}
