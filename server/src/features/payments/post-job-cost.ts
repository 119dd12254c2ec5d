import { currencyHere } from '@vignette/contract/currency.ts'
import type { TxCtx } from '../../ctx.ts'
import { type Book, post } from '../ledger/index.ts'
import { currentBook } from './gateway.ts'
import { findPayment } from './payment.ts'

export interface JobCost {
  jobId: string
  paymentId: string | null
  /** Null for a test of a draft. */
  workflowId: string | null
  /** The creator whose code paid for the run, and the book of the balance that pays. */
  giver?: { principalId: string; book: Book } | undefined
  costCents: number
}

/**
 * Posts the operator's cost of a run, delivered or not, in the transaction that ends the run; the
 * creator whose code paid for the run bears that cost.
 */
export async function postJobCost(tx: TxCtx, job: JobCost): Promise<void> {
  const { jobId, paymentId, workflowId, giver, costCents } = job
  const amount = Math.round(costCents)
  if (amount <= 0) return
  const payment = paymentId ? await findPayment(tx, paymentId) : undefined
  const about = {
    jobId,
    amount,
    book: payment?.book ?? giver?.book ?? currentBook(tx),
    currency: payment?.currency ?? currencyHere(),
    occurredAt: tx.clock.now(),
  }
  await post(tx, 'provider_cost', { ...about, paymentId, workflowId })
  if (giver && workflowId) {
    await post(tx, 'free_run', { ...about, workflowId, principalId: giver.principalId })
  }
}
