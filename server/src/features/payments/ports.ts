import type { PayoutState } from '@vignette/contract/payout-words.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

/** A payout that did not fail and did not come back, and what it paid. */
interface PaidIn {
  id: string
  state: PayoutState
  reason: string | null
  createdAt: Date
  /** Below zero where it settled what was refunded or disputed after an earlier payout. */
  paid: number
}

/** A version of a recipe that a checkout sells. */
interface SoldWorkflow {
  workflowId: string
  ownerId: string
  price: number
  launch?: Launch | undefined
  cost: number
}

export const paymentPorts = {
  /** Claims a use of a code for a checkout; throws with the reason where the code does not hold. */
  applyCode: definePort<
    TxCtx,
    { text: string; buyerId: string; sold: SoldWorkflow; network: string | null },
    { codeId: string; amount: number; why: string }
  >('payments.apply-code'),
  /** The unpaid checkouts that hold too long what is left of a code, to be ended before the next one. */
  heldTooLong: definePort<Ctx, { text: string; creatorId: string }, string[]>(
    'payments.held-too-long',
  ),
  /** What payouts paid of these sales, the oldest payout first. */
  paidSales: definePort<
    Ctx,
    { paymentIds: readonly string[] },
    readonly (PaidIn & { paymentId: string })[]
  >('payments.paid-sales'),
  /** What the payouts of one person paid besides the sales. */
  paidBesides: definePort<
    Ctx,
    { ownerIds: string[] },
    readonly (PaidIn & { part: 'sale' | 'commission' | 'free_runs' | 'adjustments' | 'returns' })[]
  >('payments.paid-besides'),
  /** The payment whose run made this creation, also after the creation is gone. */
  paymentOfRun: definePort<Ctx, { creationId: string }, string | undefined>(
    'payments.payment-of-run',
  ),
  /** The names of the versions that these jobs ran, by the job. */
  namesOfRuns: definePort<Ctx, { jobIds: string[] }, ReadonlyMap<string, string>>(
    'payments.names-of-runs',
  ),
}
