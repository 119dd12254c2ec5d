import type { PayoutState } from '@vignette/contract/payout-words.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

interface MadePayout {
  id: string
  state: PayoutState
  /** What cleared until then was paid. */
  dueAt: Date
  createdAt: Date
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
  /** The payouts of one person that did not fail or come back, in the order of their runs. */
  madePayouts: definePort<Ctx, { ownerIds: string[] }, MadePayout[]>('payments.made-payouts'),
  /** The payment whose run made this creation, also after the creation is gone. */
  paymentOfRun: definePort<Ctx, { creationId: string }, string | undefined>(
    'payments.payment-of-run',
  ),
  /** The names of the versions that these jobs ran, by the job. */
  namesOfRuns: definePort<Ctx, { jobIds: string[] }, ReadonlyMap<string, string>>(
    'payments.names-of-runs',
  ),
}
