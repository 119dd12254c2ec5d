import type { JsonPath } from '../../../../lib/json-path.ts'

const RECIPE = [
  'schema',
  'name',
  'description',
  'category',
  'tags',
  'user_id',
  'price',
  'cost',
  'generation_time',
  'output_type',
  'sample_creation_url',
  'license',
  'proof',
  'inputs',
  'steps',
  'output',
  'outputs',
]
const INPUT = [
  'key',
  'type',
  'name',
  'display_name',
  'description',
  'value',
  'required',
  'image_size',
  'options',
  'ideas',
  'multiline',
  'max_length',
  'pattern',
  'min',
  'max',
  'max_files',
  'min_files',
  'look',
]
const STEP = [
  'id',
  'function_type',
  'provider',
  'model',
  'prompt',
  'first_image',
  'last_image',
  'videos',
  'params',
  'count',
]

/** Where a new name stands among the names of a recipe, an input or a step. */
export function orderOf(path: JsonPath): readonly string[] {
  if (path.length === 0) return RECIPE
  if (path.length !== 2) return []
  if (path[0] === 'inputs') return INPUT
  return path[0] === 'steps' ? STEP : []
}
