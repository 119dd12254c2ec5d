import type { NamedRecipe } from '@vignette/contract/creator-path.ts'
import type { Ctx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

export const visitPorts = {
  /** The id of the recipe at a readable address. */
  recipeNamed: definePort<Ctx, NamedRecipe, string | undefined>('visits.recipe-named'),
}
