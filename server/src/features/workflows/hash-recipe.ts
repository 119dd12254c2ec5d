import { createHash } from 'node:crypto'
import { sortedJson } from '../../platform/sorted-json.ts'
import { clampToLimits, type Recipe } from './rules-recipe.ts'

/**
 * A hash of all that a run depends on. Name, texts, ideas and price are left out, so that a test still
 * stands for the recipe after its price changed.
 */
export function hashRecipe(recipe: Recipe): string {
  const { inputs: declared, steps, output, outputKind } = clampToLimits(recipe)
  const inputs = declared.map((input) => ({ ...input, ideas: undefined }))
  const written = sortedJson({ inputs, steps, output, outputKind })
  return createHash('sha256').update(written).digest('base64url')
}
