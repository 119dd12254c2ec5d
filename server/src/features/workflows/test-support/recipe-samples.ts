import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Catalog, FunctionFacts } from '../rules-recipe.ts'

const NO_VIDEOS = { min: 0, max: 0 }

/** A small catalogue of functions, one for each kind of input that a step may need. */
const FUNCTIONS: Record<string, FunctionFacts> = {
  draw: {
    needs: { prompt: 'required', firstImage: 'none', lastImage: 'none', videos: NO_VIDEOS },
    output: 'image',
    varies: ({ seed }) => seed === undefined,
    model: 'none',
    checkParams: (params) => ('bad' in params ? [{ path: 'bad', message: 'is not known' }] : []),
  },
  restyle: {
    needs: { prompt: 'optional', firstImage: 'required', lastImage: 'none', videos: NO_VIDEOS },
    output: 'image',
    varies: () => false,
    model: 'none',
    checkParams: () => [],
  },
  animate: {
    needs: { prompt: 'none', firstImage: 'required', lastImage: 'optional', videos: NO_VIDEOS },
    output: 'video',
    varies: () => false,
    model: 'none',
    checkParams: () => [],
  },
  join: {
    needs: { prompt: 'none', firstImage: 'none', lastImage: 'none', videos: { min: 2, max: 4 } },
    output: 'video',
    varies: () => false,
    model: 'none',
    checkParams: () => [],
  },
  imagine: {
    needs: { prompt: 'required', firstImage: 'none', lastImage: 'none', videos: NO_VIDEOS },
    output: 'image',
    varies: ({ seed }) => seed === undefined,
    model: 'required',
    checkParams: () => [],
  },
}

export const catalog: Catalog = {
  hasProvider: (id) => id === 'local',
  functionTypes: () => Object.keys(FUNCTIONS),
  find: (provider, functionType) => (provider === 'local' ? FUNCTIONS[functionType] : undefined),
}

export const DRAW = { id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A {{wish}}' }

export const VALID: RecipeDocument = {
  name: 'A film of a wish',
  user_id: 'anon_000000000000000000000000',
  price: 0,
  cost: 0,
  generation_time: 5000,
  inputs: [
    { key: 'wish', type: 'text' },
    { key: 'photo', type: 'image' },
    { key: 'maybe', type: 'image', required: false },
  ],
  steps: [
    DRAW,
    { id: 'paint', provider: 'local', function_type: 'restyle', first_image: '{{draw}}' },
    {
      id: 'film',
      provider: 'local',
      function_type: 'animate',
      first_image: '{{paint}}',
      last_image: '{{photo}}',
    },
  ],
  output: 'film',
}

export const FIRST_INPUT = { key: 'wish', type: 'text' }

/** The valid document with a single step, changed. */
export function withStep(change: Record<string, unknown>) {
  return { ...VALID, steps: [{ ...DRAW, ...change }], output: 'draw' }
}

/** The valid document with its first input changed. */
export function withInput(change: Record<string, unknown>) {
  return { ...VALID, inputs: [{ ...FIRST_INPUT, ...change }, ...(VALID.inputs ?? []).slice(1)] }
}
