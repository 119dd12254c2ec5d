import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { TEXT_MAX } from '@vignette/contract/limits.ts'
import {
  isReference,
  nameIn,
  referencesIn,
  replaceReferences,
} from '@vignette/contract/references.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import type { Recipe } from '../features/workflows/index.ts'

/** What a browser needs to draw the poster of a recipe; undefined where more than words make it. */
export function posterToTry(
  recipe: Pick<Recipe, 'inputs' | 'steps'>,
): Pick<FrontPoster, 'field' | 'lettering' | 'choice' | 'draw'> | undefined {
  const [step, more] = recipe.steps
  if (!step?.prompt || more || step.functionType !== 'text_to_image') return undefined
  const { style, text = '', aspect = '1:1', size: _, ...others } = step.params
  if (step.provider !== 'local' || style !== 'poster' || Object.keys(others).length > 0)
    return undefined
  if (typeof text !== 'string' || typeof aspect !== 'string' || referencesIn(aspect).length > 0)
    return undefined

  const asked = referencesIn(step.prompt)
  const find = (key: string) => recipe.inputs.find((input) => input.key === key)
  const written = isReference(text) ? find(nameIn(text)) : undefined
  const field = recipe.inputs.find((input) => isText(input) && asked.includes(input.key))
  if (!field) return undefined
  const lettering = written && isText(written) && written !== field ? written : undefined
  const choice = recipe.inputs.find(
    (input) => input.options.length > 0 && asked.includes(input.key),
  )
  const open = [field, lettering, choice].flatMap((input) => input?.key ?? [])
  const fill = (from: string) =>
    replaceReferences(from, (key) =>
      open.includes(key) ? `{{${key}}}` : String(find(key)?.value ?? ''),
    )
  return {
    field: boundsOf(field),
    lettering: lettering ? boundsOf(lettering) : null,
    choice: choice
      ? {
          key: choice.key,
          title: choice.display_name || choice.key,
          value: String(choice.value ?? choice.options[0]?.value ?? ''),
          options: choice.options,
        }
      : null,
    draw: { prompt: fill(step.prompt), text: fill(text), aspect },
  }
}

const isText = (input: WorkflowInput) =>
  (input.step_type === 'text_input' || input.step_type === 'textarea') && !input.numeric

const boundsOf = ({ key, max_length }: WorkflowInput) => ({
  key,
  max_length: max_length ?? TEXT_MAX,
})
