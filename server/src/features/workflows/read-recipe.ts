import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { catalogOf } from './catalog-of.ts'
import { findSizeFault } from './find-size-fault.ts'
import { refuseRecipe } from './refuse-recipe.ts'
import { parseRecipe } from './rules.ts'
import type { Recipe } from './rules-recipe.ts'

export function readRecipe(ctx: Ctx, document: RecipeDocument): Recipe {
  assertDocumentSize(document)
  const parsed = parseRecipe(document, catalogOf(ctx))
  if (parsed.ok) return parsed.recipe
  throw refuseRecipe(parsed.faults)
}

function assertDocumentSize(document: RecipeDocument): void {
  const fault = findSizeFault(document)
  if (fault) throw new AppError('payload_too_large', fault)
}
