import type { Recipe } from './rules-recipe.ts'

export function faceOf(recipe: Recipe) {
  const { name, description, price, generationTimeMs, outputType, outputKind, license } = recipe
  return { name, description, price, generationTimeMs, outputType, outputKind, license }
}
