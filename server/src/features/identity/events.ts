import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring/define-event.ts'

export const identityEvents = {
  /** A visitor signed in: what they own moves to the account. */
  visitorClaimed: defineEvent<TxCtx, { from: string; to: string }>('visitor.claimed'),
  accountDeleted: defineEvent<TxCtx, { principalId: string }>('account.deleted'),
  /** A username was chosen, or a visitor became an account: what shows the name follows. */
  handleChanged: defineEvent<TxCtx, { principalId: string; handle: string }>('handle.changed'),
  /** All that a banned person published goes out of sight, and comes back when the ban ends. */
  principalBanned: defineEvent<TxCtx, { principalId: string; banned: boolean; at: Date }>(
    'principal.banned',
  ),
}
