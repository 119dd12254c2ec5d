import type { PayoutState } from '@vignette/contract/payout-words.ts'
import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

export interface MadePayout {
  id: string
  state: PayoutState
  /** What cleared until then was paid. */
  dueAt: Date
  createdAt: Date
}

export const paymentPorts = {
  /** The payouts of one person that did not fail or come back, in the order of their runs. */
  madePayouts: definePort<Ctx, { ownerIds: string[] }, MadePayout[]>('payments.made-payouts'),
}
