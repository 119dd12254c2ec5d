import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { ownIdOf } from '../identity/index.ts'
import { documentOf } from './document-of.ts'
import { getVersionSource } from './get-version-source.ts'
import { getOwn } from './queries.ts'

/** The whole document in the form in which it can be published; of the newest version where none is named. */
export async function getWorkflowSource(
  ctx: Ctx,
  id: string,
  number?: number,
): Promise<RecipeDocument> {
  const { row, version } = await getOwn(ctx, id)
  if (number === undefined) return documentOf(version.recipe, ownIdOf(ctx) ?? row.ownerId)
  if (number <= row.version) return getVersionSource(ctx, id, number)
  const message = `version must be one of 1 to ${row.version}`
  throw new AppError('validation_failed', `${message}.`, {
    details: [{ path: 'version', message }],
  })
}
