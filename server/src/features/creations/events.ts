import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring/define-event.ts'

export const creationEvents = {
  /** These creations can no longer be brought back: what was given for them goes too. */
  forgotten: defineEvent<TxCtx, { creationIds: string[] }>('creations.forgotten'),
}
