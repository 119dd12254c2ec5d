import { findTrick } from '@vignette/contract/plain-text.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

const LINES = /[\t\n\r]/g

/** A published text must not look like another text. */
export function checkTexts(document: RecipeDocument, faults: Fault[]): void {
  checkText('name', document.name, faults)
  checkText('description', (document.description ?? '').replace(LINES, ''), faults)
  document.inputs?.forEach((input, at) => {
    const path = `inputs[${at}]`
    checkText(`${path}.name`, input.name ?? '', faults)
    checkText(`${path}.display_name`, input.display_name ?? '', faults)
    checkText(`${path}.description`, (input.description ?? '').replace(LINES, ''), faults)
    input.options?.forEach((option, place) => {
      const label = typeof option === 'string' ? option : option.label
      checkText(`${path}.options[${place}]`, label, faults)
    })
    input.ideas?.forEach((idea, place) => checkText(`${path}.ideas[${place}]`, idea, faults))
  })
}

function checkText(path: string, text: string, faults: Fault[]): void {
  const message = findTrick(text)
  if (message) faults.push({ path, message })
}

/** Every text of a workflow that its creator wrote, for people or for a generator. */
export function wordsOf(recipe: Recipe): { path: string; text: string }[] {
  return [
    { path: 'name', text: recipe.name },
    { path: 'description', text: recipe.description },
    ...(recipe.tags ?? []).map((text, at) => ({ path: `tags[${at}]`, text })),
    ...recipe.inputs.flatMap((input, at) => [
      { path: `inputs[${at}].name`, text: input.name },
      { path: `inputs[${at}].display_name`, text: input.display_name },
      { path: `inputs[${at}].description`, text: input.description },
      { path: `inputs[${at}].value`, text: String(input.value ?? '') },
      ...input.options.map(({ value, label }, option) => ({
        path: `inputs[${at}].options[${option}]`,
        text: `${value} | ${label}`,
      })),
      ...(input.ideas ?? []).map((text, idea) => ({
        path: `inputs[${at}].ideas[${idea}]`,
        text,
      })),
    ]),
    ...recipe.steps.flatMap((step, at) => [
      { path: `steps[${at}].prompt`, text: step.prompt ?? '' },
      ...textsIn(step.params).map((text) => ({ path: `steps[${at}].params`, text })),
    ]),
  ]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value && typeof value === 'object') return Object.values(value).flatMap(textsIn)
  return []
}
