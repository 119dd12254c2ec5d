import type { TxCtx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { common, type Entry, entry, line, postEntry } from './entry.ts'
import { getSale } from './sale.ts'

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

interface PostProviderCost extends Money {
  jobId: string
  /** The payment of the run, if any. */
  paymentId: string | null
  /** Null for a test of a draft. */
  workflowId: string | null
  amount: number
  occurredAt: Date
}

/** Posts the cost of an ended run once: delivered or not, paid or free. */
export async function postProviderCost(tx: TxCtx, cost: PostProviderCost): Promise<boolean> {
  const { jobId, amount, ...about } = cost
  if (amount <= 0) return false
  return postEntry(tx, providerCostEntry(jobId, amount), {
    subjectType: 'job',
    subjectId: jobId,
    ...about,
  })
}

interface PostFreeRun extends Money {
  jobId: string
  workflowId: string
  /** The creator whose code paid for the run. */
  principalId: string
  amount: number
  occurredAt: Date
}

/** Takes the cost of an ended free run from the creator's balance, once. */
export async function postFreeRun(tx: TxCtx, run: PostFreeRun): Promise<boolean> {
  const { jobId, principalId, amount, ...about } = run
  return postEntry(tx, freeRunEntry(jobId, principalId, amount), {
    subjectType: 'job',
    subjectId: jobId,
    paymentId: null,
    ...about,
  })
}

/** The operator's cost of a run, owed to the provider and not to the gateway. */
function providerCostEntry(jobId: string, amount: number): Entry {
  return entry('provider_cost', `job:${jobId}`, amount, [
    line(common('provider_costs'), amount),
    line(common('provider_payables'), -amount),
  ])
}

/** A creator's code paid for the run: what the run cost is taken from the creator's balance. */
function freeRunEntry(jobId: string, principalId: string, amount: number): Entry {
  return entry('free_run', `job:${jobId}`, amount, [
    line({ kind: 'creator', ownerId: principalId }, amount),
    line(common('platform'), -amount),
  ])
}
