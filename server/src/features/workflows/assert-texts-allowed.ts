import type { UserInputs } from '@vignette/contract/creations.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { referencesIn, replaceReferences } from '@vignette/contract/references.ts'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { assertAllowed, findRefused } from '../moderation/index.ts'
import type { Recipe } from './rules-recipe.ts'
import { broughtInBy } from './rules-references.ts'
import { takesWordsAlone } from './rules-texts.ts'

/** Refuses texts that are not allowed, by themselves or in the recipe's sentences. */
export async function assertTextsAllowed(
  ctx: Ctx,
  recipe: Recipe,
  texts: Record<string, string>,
): Promise<void> {
  await assertAllowed(
    ctx,
    Object.entries(texts).map(([key, text]) => ({
      path: fieldOf(recipe, key).path,
      text,
      mayBeAdult: takesWordsAlone(recipe),
    })),
  )
  assertNotSwollen(recipe, texts)
  assertLettered(ctx, recipe, texts)
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

/** A setting whose schema says so is drawn as letters, and refuses what no face has, before any money. */
function assertLettered(ctx: Ctx, recipe: Recipe, texts: Record<string, string>): void {
  for (const { provider, functionType, params } of recipe.steps) {
    const schema = ctx.providers.findFunction(provider, functionType)?.params
    for (const [param, setting] of Object.entries(letteredIn(schema))) {
      const written = params[param]
      const named = typeof written === 'string' ? referencesIn(written).filter((n) => texts[n]) : []
      if (typeof written !== 'string' || named.length === 0) continue
      const why = (text: string) =>
        setting.safeParse(text).error?.issues.find(({ code }) => code === 'custom')?.message
      const whole = why(replaceReferences(written, (name) => texts[name] ?? ''))
      if (!whole) continue
      const own = named.find((name) => why(texts[name] ?? ''))
      const { path } = fieldOf(recipe, own ?? named[0] ?? '')
      const message = `We ${why(texts[own ?? ''] ?? '') ?? whole}.`
      throw new AppError('validation_failed', message, { details: [{ path, message }] })
    }
  }
}

function letteredIn(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (!(schema instanceof z.ZodObject)) return {}
  const settings = Object.entries(schema.shape as Record<string, z.ZodType>)
  return Object.fromEntries(settings.filter(([, setting]) => setting.meta()?.['lettered'] === true))
}

/** A harmless workflow and a harmless input may be forbidden in combination. */
async function assertComposedAllowed(
  ctx: Ctx,
  recipe: Recipe,
  texts: Record<string, string>,
): Promise<void> {
  await assertAllowed(ctx, composedOf(recipe, texts))
}

/** The steps' prompts, each with what was typed for it. */
function composedOf(recipe: Recipe, texts: Record<string, string>) {
  return recipe.steps.flatMap((step) => {
    const prompt = step.prompt ?? ''
    const typed = referencesIn(prompt).flatMap((name) => {
      const text = texts[name]
      return text ? [{ path: fieldOf(recipe, name).path, text }] : []
    })
    const [first] = typed
    if (!first) return []
    const text = replaceReferences(prompt, (name) => texts[name] ?? '')
    return [{ path: first.path, text, typed, mayBeAdult: takesWordsAlone(recipe) }]
  })
}

/** Whether what was typed, or what it makes of the recipe's own words, is adult. */
export async function areTextsAdult(
  ctx: Ctx,
  recipeOf: () => Promise<Recipe>,
  inputs: UserInputs,
): Promise<boolean> {
  if (ctx.config.CONTENT_POLICY !== 'adult') return false
  const recipe = await recipeOf()
  const texts = Object.fromEntries(
    Object.entries(inputs).filter((each): each is [string, string] => typeof each[1] === 'string'),
  )
  const said = [
    ...Object.entries(texts).map(([path, text]) => ({ path, text })),
    ...composedOf(recipe, texts).map(({ path, text }) => ({ path, text })),
  ]
  return (await findRefused(ctx, said)).length > 0
}
