import type { TxCtx } from '../../ctx.ts'
import {
  markMediaUsed,
  mediaIdOf,
  ownPathOf,
  resolveUsableMedia,
  setMediaVisibility,
} from '../media/index.ts'
import { assertShowable } from '../moderation/index.ts'
import { workflowPorts } from './ports.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import type { Recipe } from './rules-recipe.ts'

const CREATION_PAGE = /^\/creations\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/

/** Sets a creation or upload of the caller's own as the sample, which makes the file public. */
export async function setSample(tx: TxCtx, recipe: Recipe): Promise<string | null> {
  const address = recipe.sampleCreationUrl
  if (!address) return null
  const path = 'sample_creation_url'
  const reference = mediaIdOf(tx, address) ?? (await fileOfCreation(tx, address))
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

async function fileOfCreation(tx: TxCtx, address: string): Promise<string | undefined> {
  const creationId = CREATION_PAGE.exec(ownPathOf(tx, address) ?? '')?.[1]
  return creationId ? workflowPorts.creationFile.ask(tx, { creationId }) : undefined
}
