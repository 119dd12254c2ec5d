import type { UserInputs } from '@vignette/contract/creations.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { takeTurn } from '../../platform/take-turn.ts'
import { type MediaRow } from '../../schema/media.ts'
import { requireVisitor } from '../identity/index.ts'
import { keepMedia, resolveUsableMedia } from '../media/index.ts'
import { assertTextsAllowed, fieldOf } from './assert-texts-allowed.ts'
import { createPatternMatcher } from './create-pattern-matcher.ts'
import { checkInputs, findUploadFault } from './rules-inputs.ts'
import { filesIn, type Recipe } from './rules-recipe.ts'
import type { Runnable } from './runnable.ts'

/** Values as the job stores them: texts by input key, files as media ids. */
export interface ReadyInputs {
  values: UserInputs
  media: MediaRow[]
}

/** Checks all inputs: texts by the workflow's rules and by moderation, files by owner and kind. */
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
  await assertTextsAllowed(ctx, recipe, checked.texts)
  const values: UserInputs = { ...checked.texts }
  const media: MediaRow[] = []
  for (const { key, kind, reference, several } of checked.media) {
    const row = await resolveUsableMedia(ctx, { ...fieldOf(recipe, key), kind, reference })
    assertLargeEnough(recipe, key, row)
    const before = filesIn(values[key]).map((id) => ({ id }))
    values[key] = several ? [...before, { id: row.id }] : { id: row.id }
    media.push(row)
  }
  return { values, media }
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

/** Keeps the files for a payment that will run with them. */
export async function keepInputFiles(ctx: Ctx, inputs: ReadyInputs, until: Date): Promise<void> {
  await keepMedia(
    ctx,
    inputs.media.map((file) => file.id),
    until,
  )
}
