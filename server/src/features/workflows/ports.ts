import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'
import type { Recipe } from './rules-recipe.ts'

export interface ShownRun {
  creationId: string
  /** Without files. */
  inputs: Record<string, unknown>
  /** The one picture that was given, where its owner shows the input files. */
  beforeId: string | undefined
}

export const workflowPorts = {
  /** The version of a workflow that the caller has paid for and not yet received. */
  purchasedVersion: definePort<Ctx, { workflowId: string }, number | undefined>(
    'workflows.purchased-version',
  ),
  /** The file of a delivered creation, private or public. */
  creationFile: definePort<TxCtx, { creationId: string }, string | undefined>(
    'workflows.creation-file',
  ),
  /** The run that made a file, where it is public. */
  shownRun: definePort<Ctx, { mediaId: string }, ShownRun | undefined>('workflows.shown-run'),
  /** The pictures that public files were made from, by the file. */
  befores: definePort<Ctx, { mediaIds: readonly string[] }, ReadonlyMap<string, string>>(
    'workflows.befores',
  ),
  /**
   * What tests of this very recipe by this owner have shown: undefined where none has passed. The
   * time is what four of five passed tests stayed within.
   */
  passedTests: definePort<
    Ctx,
    { ownerId: string; recipe: Recipe },
    { generationTimeMs: number } | undefined
  >('workflows.passed-tests'),
}
