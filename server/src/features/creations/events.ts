import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'

export const creationEvents = {
  /** These creations can no longer be restored, so their inputs are deleted too. */
  forgotten: defineEvent<TxCtx, { creationIds: string[] }>('creations.forgotten'),
}
