import type { TxCtx } from '../../ctx.ts'
import { defineSurvey } from '../../platform/wiring.ts'

/** What waits for the operators, of one kind. */
export interface Waiting {
  what: 'reports' | 'objections' | 'cases'
  count: number
  /** When the youngest of them was marked as told. */
  newest: Date
}

export const noticePorts = {
  /** Marks what waits for the operators as told at this time, and answers all that waits; kinds of which nothing waits are left out. */
  waiting: defineSurvey<TxCtx, { at: Date }, Waiting[]>('notices.waiting'),
}
