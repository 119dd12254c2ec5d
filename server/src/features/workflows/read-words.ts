import type { UserInputs } from '@vignette/contract/creations.ts'
import type { WordsRead } from '@vignette/contract/words.ts'
import type { Ctx } from '../../ctx.ts'
import { requireVisitor } from '../identity/index.ts'
import { getListedOrBought } from './queries.ts'
import { readInputWords } from './read-input-words.ts'

/** Tells a visitor, before a run, which words the picture will show. */
export async function readWords(
  ctx: Ctx,
  id: string,
  given: UserInputs,
): Promise<{ inputs: Record<string, WordsRead> }> {
  requireVisitor(ctx)
  const { version } = await getListedOrBought(ctx, id)
  return { inputs: readInputWords(ctx, version.recipe, given) }
}
