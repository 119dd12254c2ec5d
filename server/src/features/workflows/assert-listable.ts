import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isListable } from './is-listable.ts'
import type { Recipe } from './rules-recipe.ts'

/** Discover shows no recipe whose provider was never set up on this server. */
export function assertListable(
  ctx: Pick<Ctx, 'providers'>,
  { steps }: Pick<Recipe, 'steps'>,
): void {
  const details = steps.flatMap((step, at) => {
    if (isListable(ctx, { steps: [step] })) return []
    const provider = ctx.providers.find(step.provider)
    const message = `The step "${step.id}" uses ${provider?.title ?? step.provider}, which is not set up here, so the recipe cannot be listed. It can stay unlisted until then.`
    return [{ path: `steps[${at}].provider`, message }]
  })
  const [first] = details
  if (first) throw new AppError('invalid_recipe', first.message, { details })
}
