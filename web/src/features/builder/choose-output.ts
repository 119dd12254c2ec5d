import type { ProviderView } from '@vignette/contract/app.ts'
import { type Parts, partsOf, readText, stepsOf } from './document/read-parts.ts'
import { setField } from './document/recipe/set-field.ts'
import { findFunction } from './sources.ts'

/** The recipe with another step's product as its first result; the recipe's output type follows. */
export function chooseOutput(text: string, id: string, providers: readonly ProviderView[]): string {
  const recipe = partsOf(JSON.parse(text))
  const step = stepsOf(recipe).find((one) => readText(one, 'id') === id)
  const made = step && findFunction(providers, step)?.output
  const named = chooseSet(setField(text, ['output'], id), listOthers(recipe))
  if (!made) return named
  const isFilm = /^(video|mp4|webm|mov)$/.test(readText(recipe, 'output_type'))
  if (recipe.output_type !== undefined && isFilm === (made === 'video')) return named
  return setField(named, ['output_type'], made === 'video' ? 'mp4' : 'image')
}

/** The steps that make a set's further files, in their order. */
export function listOthers(recipe: Parts): string[] {
  const { outputs } = recipe
  const ids = Array.isArray(outputs) ? outputs.filter((id) => typeof id === 'string') : []
  return ids.filter((id) => id !== readText(recipe, 'output'))
}

/** The recipe with these steps' products behind the first result. */
export function chooseSet(text: string, others: readonly string[]): string {
  const output = readText(partsOf(JSON.parse(text)), 'output')
  const behind = others.filter((id) => id !== output)
  return setField(text, ['outputs'], behind.length > 0 ? [output, ...behind] : undefined)
}
