import type { TxCtx } from '../../ctx.ts'
import { disputeFeeEntry } from './dispute-entry.ts'
import { getSale } from './get-sale.ts'
import { countEntries } from './post-dispute.ts'
import { postEntry } from './post-entry.ts'

interface PostDisputeFee {
  paymentId: string
  disputeId: string
  amount: number
  occurredAt: Date
}

/**
 * Posts the difference to the last posted fee, negative for a returned part. The caller must hold
 * the lock of the dispute's row, since every call posts a change.
 */
export async function postDisputeFee(tx: TxCtx, dispute: PostDisputeFee): Promise<boolean> {
  if (dispute.amount === 0) return false
  const { about } = await getSale(tx, dispute.paymentId)
  const before = await countEntries(tx, dispute.paymentId, `dispute_fee:${dispute.disputeId}`)
  return postEntry(tx, disputeFeeEntry(dispute.disputeId, before + 1, dispute.amount), {
    ...about,
    occurredAt: dispute.occurredAt,
  })
}
