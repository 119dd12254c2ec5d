import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { RecipeChanges } from './caller.ts'

const SEEDS = path.resolve(import.meta.dirname, '../../server/src/features/catalogue/seeds')

/** A recipe of the first catalogue. */
export async function readPlacesYouMiss(): Promise<RecipeDocument> {
  return JSON.parse(await readFile(path.join(SEEDS, 'places-you-miss.json'), 'utf8'))
}

/** Prints an uploaded picture in two inks. */
export const PHOTO: RecipeChanges = {
  inputs: [{ key: 'photo', type: 'image', display_name: 'Photo' }],
  steps: [
    {
      id: 'print',
      provider: 'local',
      function_type: 'image_to_image',
      first_image: '{{photo}}',
      params: { style: 'duotone' },
    },
  ],
  output: 'print',
}

/** A drawing at the smallest size. */
const DRAW = {
  id: 'draw',
  provider: 'local',
  function_type: 'text_to_image',
  prompt: '{{words}}',
  params: { width: 256, height: 256 },
}

/** One second of film at the smallest size. */
export const FILM: RecipeChanges = {
  output_type: 'video',
  steps: [
    DRAW,
    {
      id: 'film',
      provider: 'local',
      function_type: 'image_to_video',
      first_image: '{{draw}}',
      params: { duration: 1, fps: 12, size: 256 },
    },
  ],
  output: 'film',
}

/** A drawing, its painted version, and a film from the first to the second. */
export const PAINTED_FILM: RecipeChanges = {
  output_type: 'video',
  steps: [
    DRAW,
    {
      id: 'paint',
      provider: 'local',
      function_type: 'image_to_image',
      first_image: '{{draw}}',
      params: { style: 'oil' },
    },
    {
      id: 'film',
      provider: 'local',
      function_type: 'image_to_video',
      first_image: '{{draw}}',
      last_image: '{{paint}}',
      params: { transition: 'crossfade', duration: 1, fps: 12, size: 256 },
    },
  ],
  output: 'film',
}

/** Several steps of some tenths of a second each, so that a test can watch and stop the run. */
export const LONG: RecipeChanges = {
  generation_time: 8000,
  steps: [
    {
      id: 'step0',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      params: { width: 640, height: 640 },
    },
    ...Array.from({ length: 4 }, (_, index) => ({
      id: `step${index + 1}`,
      provider: 'local',
      function_type: 'image_to_image',
      first_image: `{{step${index}}}`,
      params: { style: 'oil' },
    })),
  ],
  output: 'step4',
}

/** Draws nothing from skipped words, which fails with a message. */
export const FAILING: RecipeChanges = {
  inputs: [
    { key: 'mood', type: 'text', display_name: 'Mood' },
    { key: 'words', type: 'text', display_name: 'Words', required: false },
  ],
}
