import { CURRENCY } from '@vignette/contract/money-limits.ts'
import type { TxCtx } from '../../ctx.ts'
import { postProviderCost } from '../ledger/index.ts'
import { currentBook } from './current-book.ts'
import { findPayment } from './queries.ts'

export interface JobCost {
  jobId: string
  paymentId: string | null
  /** Null for a test of a draft. */
  workflowId: string | null
  costCents: number
}

/** Posts the operator's cost of a run, delivered or not, in the transaction that ends the run. */
export async function postJobCost(tx: TxCtx, job: JobCost): Promise<void> {
  const { jobId, paymentId, workflowId, costCents } = job
  const amount = Math.round(costCents)
  if (amount <= 0) return
  const payment = paymentId ? await findPayment(tx, paymentId) : undefined
  await postProviderCost(tx, {
    jobId,
    paymentId,
    workflowId,
    amount,
    book: payment?.book ?? currentBook(tx),
    currency: payment?.currency ?? CURRENCY,
    occurredAt: tx.clock.now(),
  })
}
