import { checkInput } from '@vignette/contract/check-input.ts'
import type { Ctx } from '../../ctx.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { createPatternMatcher } from './create-pattern-matcher.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

/** Ideas that their input's own pattern would refuse. */
export async function findIdeaFaults(
  ctx: Pick<Ctx, 'process' | 'caller'>,
  recipe: Pick<Recipe, 'inputs'>,
): Promise<Fault[]> {
  const withPattern = recipe.inputs.some(({ ideas, pattern }) => ideas && pattern)
  if (!withPattern) return []
  // A creator's patterns may use their whole time limit.
  await takeTurn(ctx.process, ctx.caller.address)
  const matches = createPatternMatcher()
  return recipe.inputs.flatMap((input, at) =>
    (input.ideas ?? []).flatMap((idea, place) => {
      const read = checkInput(input, idea, matches)
      return read.is === 'fault'
        ? [{ path: `inputs[${at}].ideas[${place}]`, message: 'does not fit the pattern' }]
        : []
    }),
  )
}
