import type { TxCtx } from '../../ctx.ts'
import { defineEvent } from '../../platform/wiring.ts'
import type { FoundCase } from './case.ts'

/** Told while payment and case are locked. */
export const caseEvents = {
  /** A buyer said that something is wrong, or the refund of a granted case failed. */
  opened: defineEvent<TxCtx, FoundCase>('cases.opened'),
  closed: defineEvent<TxCtx, FoundCase>('cases.closed'),
}
