import type { Recipe } from './rules-recipe.ts'

/** Every text of a workflow that its creator wrote, for people or for a generator. */
export function wordsOf(recipe: Recipe): { path: string; text: string }[] {
  return [
    { path: 'name', text: recipe.name },
    { path: 'description', text: recipe.description },
    ...recipe.inputs.flatMap((input, at) => [
      { path: `inputs[${at}].name`, text: input.name },
      { path: `inputs[${at}].display_name`, text: input.display_name },
      { path: `inputs[${at}].description`, text: input.description },
      { path: `inputs[${at}].value`, text: String(input.value ?? '') },
      ...input.options.map(({ value, label }, option) => ({
        path: `inputs[${at}].options[${option}]`,
        text: `${value} | ${label}`,
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
