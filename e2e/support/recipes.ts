import type { RecipeChanges } from './caller.ts'

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

/** Drawn, painted over, and filmed from the one to the other. */
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

/** Several steps, each of some tenths of a second, so that a run can be watched and stopped. */
export const LONG: RecipeChanges = {
  generation_time: 8000,
  steps: [
    {
      id: 'step0',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      params: { width: 768, height: 768 },
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

/** Looks for a person in a drawing of none, and says so. */
export const FAILING: RecipeChanges = {
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: '{{words}}',
      // In some drawings the model takes a shape for a person; never in this one.
      params: { style: 'geometric', width: 256, height: 256, seed: 0 },
    },
    {
      id: 'cut',
      provider: 'local',
      function_type: 'remove_background',
      first_image: '{{draw}}',
    },
  ],
  output: 'cut',
}
