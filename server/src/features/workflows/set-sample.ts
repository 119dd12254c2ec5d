import type { TxCtx } from '../../ctx.ts'
import { markMediaUsed, resolveUsableMedia, setMediaVisibility } from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { findSampleFile } from './find-sample-file.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Recipe } from './rules-recipe.ts'

/** Sets a creation or upload of the caller's own as the sample, which makes the file public. */
export async function setSample(tx: TxCtx, recipe: Recipe): Promise<string | null> {
  const address = recipe.sampleCreationUrl
  if (!address) return null
  const path = 'sample_creation_url'
  const reference = await findSampleFile(tx, address)
  if (!reference) {
    const message = 'must be the address of a creation or a file on this site.'
    throw refuseRecipe([{ path, message }])
  }
  const row = await resolveUsableMedia(tx, { path, kind: recipe.outputKind, reference })
  await assertShowable(tx, path, row)
  await setMediaVisibility(tx, row.id, true)
  await markMediaUsed(tx, [row.id])
  return row.id
}
