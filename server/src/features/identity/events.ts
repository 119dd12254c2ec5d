import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'

export const identityEvents = {
  /** A visitor signed in: the visitor's things become the account's. */
  visitorClaimed: defineEvent<TxCtx, { from: string; to: string }>('visitor.claimed'),
  accountDeleted: defineEvent<TxCtx, { principalId: string }>('account.deleted'),
  /** A username was chosen, or a visitor became an account: copies of the handle must follow. */
  handleChanged: defineEvent<TxCtx, { principalId: string; handle: string }>('handle.changed'),
  /** A ban began or ended: the principal's public things are hidden or shown again. */
  principalBanned: defineEvent<TxCtx, { principalId: string; banned: boolean; at: Date }>(
    'principal.banned',
  ),
}
