import type { Ctx } from '../../ctx.ts'
import type { Recipe } from './rules-recipe.ts'

/** Whether every provider of the recipe is set up on this server. */
export function isListable(ctx: Pick<Ctx, 'providers'>, { steps }: Pick<Recipe, 'steps'>): boolean {
  return steps.every((step) => ctx.providers.find(step.provider)?.availability().available)
}
