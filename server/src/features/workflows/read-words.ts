import type { UserInputs } from '@vignette/contract/creations.ts'
import type { ErrorDetail } from '@vignette/contract/errors.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import type { WordsRead } from '@vignette/contract/words.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requireVisitor } from '../identity/index.ts'
import { assertTextsAllowed } from './assert-texts-allowed.ts'
import { getListedOrBought } from './queries.ts'
import { readInputWords } from './read-input-words.ts'

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
