import { common, type Entry, entry, line } from './entry.ts'

/** The operator's cost of a run, owed to the provider and not to the gateway. */
export function providerCostEntry(jobId: string, amount: number): Entry {
  return entry('provider_cost', `job:${jobId}`, amount, [
    line(common('provider_costs'), amount),
    line(common('provider_payables'), -amount),
  ])
}

/** A creator's code paid for the run: what the run cost is taken from the creator's balance. */
export function freeRunEntry(jobId: string, principalId: string, amount: number): Entry {
  return entry('free_run', `job:${jobId}`, amount, [
    line({ kind: 'creator', ownerId: principalId }, amount),
    line(common('platform'), -amount),
  ])
}
