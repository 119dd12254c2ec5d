import { freeName } from './document/recipe/find-name-fault.ts'
import { recipeOf } from './document/recipe/read-recipe.ts'
import type { Parts } from './read-recipe.ts'

/** Short names for the steps of well-known functions, as the examples use them. */
const VERBS: Record<string, string> = {
  text_to_image: 'draw',
  image_to_image: 'paint',
  image_to_video: 'film',
  text_to_video: 'film',
  upscale_image: 'enlarge',
  remove_background: 'cut',
  video_concat: 'join',
}

export function nameStep(recipe: Parts, functionType: string): string {
  return freeName(recipeOf(recipe), VERBS[functionType] ?? 'step')
}
