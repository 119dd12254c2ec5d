import type { UserInputs } from '@vignette/contract/creations.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { referencesIn, replaceReferences } from '@vignette/contract/references.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { requireVisitor } from '../identity/index.ts'
import { type MediaRow, resolveUsableMedia } from '../media/index.ts'
import { assertAllowed } from '../moderation/index.ts'
import { createPatternMatcher } from './create-pattern-matcher.ts'
import type { Runnable } from './get-runnable.ts'
import { checkInputs, findUploadFault } from './rules-inputs.ts'
import type { Recipe } from './rules-recipe.ts'
import { broughtInBy } from './rules-references.ts'

/** Values as the job stores them: texts by input key, files as media ids. */
export interface ReadyInputs {
  values: UserInputs
  media: MediaRow[]
}

/** Checks all of the caller's inputs: texts by the workflow's rules and ours, files by owner and kind. */
export async function prepareInputs(
  ctx: Ctx,
  runnable: Pick<Runnable, 'recipe'>,
  given: UserInputs,
): Promise<ReadyInputs> {
  requireVisitor(ctx)
  // A creator's patterns may use their whole time limit.
  if (runnable.recipe.inputs.some((input) => input.pattern))
    await takeTurn(ctx.process, ctx.caller.address)
  const checked = checkInputs(runnable.recipe, given, createPatternMatcher())
  if (!checked.ok) {
    throw new AppError(
      'validation_failed',
      checked.faults[0]?.message ?? 'An input is not valid.',
      {
        details: checked.faults,
      },
    )
  }
  const { recipe } = runnable
  await assertAllowed(
    ctx,
    Object.entries(checked.texts).map(([key, text]) => ({ ...fieldOf(recipe, key), text })),
  )
  assertNotSwollen(recipe, checked.texts)
  await assertComposedAllowed(ctx, recipe, checked.texts)
  const values: UserInputs = { ...checked.texts }
  const media: MediaRow[] = []
  for (const { key, kind, reference } of checked.media) {
    const row = await resolveUsableMedia(ctx, { ...fieldOf(recipe, key), kind, reference })
    assertLargeEnough(recipe, key, row)
    values[key] = { id: row.id }
    media.push(row)
  }
  return { values, media }
}

/** The path and the name of an input, for the caller's program and for people. */
function fieldOf(recipe: Recipe, key: string): { path: string; name: string } {
  const input = recipe.inputs.find((one) => one.key === key)
  return { path: `user_inputs.${key}`, name: input?.display_name || key }
}

function assertLargeEnough(recipe: Recipe, key: string, row: MediaRow): void {
  const fault = findUploadFault(
    recipe.inputs.find((one) => one.key === key),
    row,
  )
  if (!fault) return
  const { path, name } = fieldOf(recipe, key)
  const message = `${name}: ${fault}`
  throw new AppError('validation_failed', message, { details: [{ path, message }] })
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
    const [first] = referencesIn(prompt).filter((name) => texts[name])
    if (first === undefined) return []
    const text = replaceReferences(prompt, (name) => texts[name] ?? '')
    return [{ ...fieldOf(recipe, first), text }]
  })
  await assertAllowed(ctx, composed)
}
