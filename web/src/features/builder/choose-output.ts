import type { ProviderView } from '@vignette/contract/app.ts'
import { partsOf, readText, stepsOf } from './document/read-parts.ts'
import { setField } from './document/recipe/set-field.ts'
import { findFunction } from './sources.ts'

/** The recipe with another step's product as its result; the recipe's output type follows. */
export function chooseOutput(text: string, id: string, providers: readonly ProviderView[]): string {
  const recipe = partsOf(JSON.parse(text))
  const step = stepsOf(recipe).find((one) => readText(one, 'id') === id)
  const made = step && findFunction(providers, step)?.output
  const named = setField(text, ['output'], id)
  if (!made) return named
  const isFilm = /^(video|mp4|webm|mov)$/.test(readText(recipe, 'output_type'))
  if (recipe.output_type !== undefined && isFilm === (made === 'video')) return named
  return setField(named, ['output_type'], made === 'video' ? 'mp4' : 'image')
}
