import type { Launch } from '@vignette/contract/workflows.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

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
}
