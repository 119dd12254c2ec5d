import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx } from '../../ctx.ts'
import { ownIdOf } from '../identity/index.ts'
import { documentOf } from './document-of.ts'
import { getOwned } from './get-owned.ts'
import { getVersion } from './queries.ts'

/** The document of one version in the form in which it can be published. */
export async function getVersionSource(
  ctx: Ctx,
  id: string,
  number: number,
): Promise<RecipeDocument> {
  const { row } = await getOwned(ctx, id)
  const { version } = await getVersion(ctx, id, number)
  return documentOf(version.recipe, ownIdOf(ctx) ?? row.ownerId)
}
