import type { Parts } from './document/read-parts.ts'
import { freeName } from './document/recipe/find-name-fault.ts'
import { namedPartsOf } from './document/recipe/read-named-parts.ts'

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
  return freeName(namedPartsOf(recipe), VERBS[functionType] ?? 'step')
}
