import type { UserInputs } from '@vignette/contract/creations.ts'
import type { ErrorDetail } from '@vignette/contract/errors.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { referencesIn, replaceReferences } from '@vignette/contract/references.ts'
import type { WordsRead } from '@vignette/contract/words.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireVisitor } from '../identity/index.ts'
import { assertTextsAllowed } from './assert-texts-allowed.ts'
import { fillStep } from './recipe-providers.ts'
import type { Recipe, RecipeStep } from './rules-recipe.ts'
import { getListedOrBought } from './workflow.ts'

interface Words {
  inputs: Record<string, WordsRead>
  refused: ErrorDetail[]
}

/** Tells a visitor, before a run, which words the picture will show, and which a run would refuse. */
export async function readWords(ctx: Ctx, id: string, given: UserInputs): Promise<Words> {
  requireVisitor(ctx)
  const { recipe } = (await getListedOrBought(ctx, id)).version
  const texts = Object.fromEntries(
    recipe.inputs.flatMap(({ key }) => {
      const text = given[key]
      return typeof text === 'string' ? [[key, text.slice(0, TEXT_MAX)] as const] : []
    }),
  )
  const refused = await assertTextsAllowed(ctx, recipe, texts).then(() => [], detailsOf)
  return { inputs: readInputWords(ctx, recipe, given), refused }
}

function detailsOf(error: unknown): ErrorDetail[] {
  if (error instanceof AppError) return error.details ?? []
  throw error
}

/** A reading keeps all other calls waiting, and twenty steps may each have a long prompt. */
const READ_MAX = 2 * TEXT_MAX

/**
 * Which words of each text input the steps that draw on this server will show. The answer holds
 * none of the recipe's own words, though they decide with the input how a step draws.
 */
export function readInputWords(
  ctx: Pick<Ctx, 'providers'>,
  recipe: Recipe,
  given: UserInputs,
): Record<string, WordsRead> {
  const textOf = (name: string) => {
    const input = recipe.inputs.find(({ key }) => key === name)
    const value = given[name] ?? (input && given[input.name]) ?? input?.value
    // A run takes no longer text.
    return typeof value === 'string' || typeof value === 'number'
      ? String(value).slice(0, TEXT_MAX)
      : ''
  }
  const read: Record<string, WordsRead> = {}
  for (const input of recipe.inputs) {
    const text = textOf(input.key)
    if (!rulesOf(input).isTyped || input.numeric || text.trim() === '') continue
    const drawn = new Set<string>()
    const missing = new Set<string>()
    let isRead = false
    for (const step of recipe.steps) {
      if (!wishes(step, input.key)) continue
      const params = fillStep(ctx, step, textOf)
      const provider = ctx.providers.find(step.provider)
      const prompt = replaceReferences(step.prompt ?? '', textOf).slice(0, READ_MAX)
      const { functionType } = step
      const words = provider?.readWords?.({ functionType, text, prompt, params })
      if (!words) continue
      isRead = true
      for (const word of words.drawn) drawn.add(word)
      for (const word of words.missing) missing.add(word)
    }
    if (isRead)
      read[input.key] = {
        drawn: [...drawn],
        missing: [...missing].filter((word) => !drawn.has(word)),
      }
  }
  return read
}

/** Whether a step's prompt asks for what an input says; between quotation marks it is lettering. */
function wishes({ prompt }: RecipeStep, key: string): boolean {
  if (!prompt) return false
  return referencesIn(prompt.replaceAll(/["“«][^"“”«»\n]*["”»]/gu, ' ')).includes(key)
}
