import type { Ctx, TxCtx } from '../../ctx.ts'
import { markMediaUsed, ownPathOf, resolveUsableMedia, setMediaVisibility } from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { findSampleFile } from './find-sample-file.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Recipe } from './rules-recipe.ts'

const path = 'sample_creation_url'
const WHAT_IT_IS = 'must be the address of a creation or a file on this site.'

/**
 * The recipe without a sample that is kept elsewhere: nobody here could check, scale or delete such
 * a file. The note tells the creator.
 */
export function dropForeignSample(
  ctx: Pick<Ctx, 'origin'>,
  recipe: Recipe,
): { recipe: Recipe; notes?: [string] } {
  const address = recipe.sampleCreationUrl
  if (!address || ownPathOf(ctx, address) !== undefined) return { recipe }
  return {
    recipe: { ...recipe, sampleCreationUrl: null },
    notes: [`${path} was left out: it ${WHAT_IT_IS}`],
  }
}

/** Sets a creation or upload of the caller's own as the sample, which makes the file public. */
export async function setSample(tx: TxCtx, recipe: Recipe): Promise<string | null> {
  const address = recipe.sampleCreationUrl
  if (!address) return null
  const reference = await findSampleFile(tx, address)
  if (!reference) throw refuseRecipe([{ path, message: WHAT_IT_IS }])
  const row = await resolveUsableMedia(tx, { path, kind: recipe.outputKind, reference })
  await assertShowable(tx, path, row)
  await setMediaVisibility(tx, row.id, true)
  await markMediaUsed(tx, [row.id])
  return row.id
}
