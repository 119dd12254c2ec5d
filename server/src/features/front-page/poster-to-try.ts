import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import { isReference, nameIn, referencesIn } from '@vignette/contract/references.ts'
import type { Recipe } from '../workflows/index.ts'

/**
 * What a browser needs to draw a poster of one word and some choices; undefined for every other
 * recipe.
 */
export function posterToTry({
  inputs,
  steps,
}: Pick<Recipe, 'inputs' | 'steps'>): Pick<FrontPoster, 'field' | 'choices' | 'draw'> | undefined {
  const [step, more] = steps
  if (!step?.prompt || more || step.provider !== 'local' || step.functionType !== 'text_to_image')
    return undefined
  const { style, text, aspect, size: _, caption, ...others } = step.params
  if (style !== 'poster' || typeof text !== 'string' || typeof aspect !== 'string') return undefined
  if (!isReference(text) || !/^\d+:\d+$/.test(aspect) || Object.keys(others).length > 0)
    return undefined
  const asked = referencesIn(step.prompt)
  const field = inputs.find(
    ({ key, step_type }) => key === nameIn(text) && step_type === 'text_input',
  )
  const choices = inputs.filter(({ key, options }) => asked.includes(key) && options.length > 0)
  const isAskedElse = inputs.some(
    (input) => input.required && input !== field && !choices.includes(input),
  )
  if (!field || isAskedElse || choices.length < new Set(asked).size) return undefined
  return {
    field: {
      key: field.key,
      title: field.display_name,
      max_length: field.max_length ?? TEXT_MAX,
    },
    choices: choices.map(({ key, display_name, value, options }) => ({
      key,
      title: display_name,
      value: String(value ?? options[0]?.value ?? ''),
      options,
    })),
    draw: { prompt: step.prompt, aspect, ...(typeof caption === 'string' && { caption }) },
  }
}
