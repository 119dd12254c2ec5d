import type { TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'
import type { Recipe } from '../workflows/index.ts'

export const draftPorts = {
  /**
   * What tests of this very recipe by this owner have shown: undefined where none has passed. The
   * time is what four of five passed tests stayed within.
   */
  passedTests: definePort<
    TxCtx,
    { ownerId: string; recipe: Recipe },
    { generationTimeMs: number } | undefined
  >('drafts.passed-tests'),
}
