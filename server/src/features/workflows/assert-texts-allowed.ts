import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { referencesIn, replaceReferences } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertAllowed } from '../moderation/index.ts'
import type { Recipe } from './rules-recipe.ts'
import { broughtInBy } from './rules-references.ts'

/** Refuses texts that are not allowed, by themselves or in the recipe's sentences. */
export async function assertTextsAllowed(
  ctx: Ctx,
  recipe: Recipe,
  texts: Record<string, string>,
): Promise<void> {
  await assertAllowed(
    ctx,
    Object.entries(texts).map(([key, text]) => ({ path: fieldOf(recipe, key).path, text })),
  )
  assertNotSwollen(recipe, texts)
  await assertComposedAllowed(ctx, recipe, texts)
}

/** The path and the name of an input, for the caller's program and for people. */
export function fieldOf(recipe: Recipe, key: string): { path: string; name: string } {
  const input = recipe.inputs.find((one) => one.key === key)
  return { path: `user_inputs.${key}`, name: input?.display_name || key }
}

/** A workflow may name one input hundreds of times, which multiplies the input's text. */
function assertNotSwollen(recipe: Recipe, texts: Record<string, string>): void {
  const lengthOf = (name: string) => texts[name]?.length ?? 0
  for (const { prompt, params } of recipe.steps) {
    const written = `${prompt ?? ''} ${JSON.stringify(params)}`
    if (broughtInBy(written, lengthOf) <= RECIPE.broughtInMax) continue
    const [first = ''] = referencesIn(written).filter((name) => texts[name])
    const { path, name } = fieldOf(recipe, first)
    const message = `${name}: Too long for how often this recipe repeats it`
    throw new AppError('validation_failed', message, { details: [{ path, message }] })
  }
}

/** A harmless workflow and a harmless input may be forbidden in combination. */
async function assertComposedAllowed(
  ctx: Ctx,
  recipe: Recipe,
  texts: Record<string, string>,
): Promise<void> {
  const composed = recipe.steps.flatMap((step) => {
    const prompt = step.prompt ?? ''
    const typed = referencesIn(prompt).flatMap((name) => {
      const text = texts[name]
      return text ? [{ path: fieldOf(recipe, name).path, text }] : []
    })
    const [first] = typed
    if (!first) return []
    const text = replaceReferences(prompt, (name) => texts[name] ?? '')
    return [{ path: first.path, text, typed }]
  })
  await assertAllowed(ctx, composed)
}
