import type { TxCtx } from '../../ctx.ts'
import { common, type Entry, entry, line } from './entry.ts'
import { getSale } from './get-sale.ts'
import { postEntry } from './post-entry.ts'

interface PostCost {
  paymentId: string
  amount: number
  occurredAt: Date
}

/** The gateway's fee, which may become known after the capture. */
export async function postProcessorFee(tx: TxCtx, fee: PostCost): Promise<boolean> {
  if (fee.amount <= 0) return false
  const { about } = await getSale(tx, fee.paymentId)
  return postEntry(tx, processorFeeEntry(fee.paymentId, fee.amount), {
    ...about,
    occurredAt: fee.occurredAt,
  })
}

function processorFeeEntry(paymentId: string, amount: number): Entry {
  return entry('processor_fee', paymentId, amount, [
    line(common('processor_fees'), amount),
    line(common('gateway'), -amount),
  ])
}
