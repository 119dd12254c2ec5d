import { rulesOf } from '@vignette/contract/input-types.ts'
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

/**
 * Every text of a workflow that its creator wrote, for people or for a generator. What everybody reads
 * stays general; what makes a picture may be adult where the site and the recipe may.
 */
export function wordsOf(recipe: Recipe): { path: string; text: string; mayBeAdult?: boolean }[] {
  const mayBeAdult = takesWordsAlone(recipe)
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
      { path: `steps[${at}].prompt`, text: step.prompt ?? '', mayBeAdult },
      ...textsIn(step.params).map((text) => ({ path: `steps[${at}].params`, text, mayBeAdult })),
    ]),
  ]
}

/** Where a step's settings bring a picture or a face of their own: an address, or a node that loads one. */
const BRINGS_PICTURE =
  /\b(?:https?|data):|LoadImage|LoadVideo|IPAdapter|InstantID|PuLID|PhotoMaker|ReActor|Face_?(?:ID|Swap)/i

/**
 * Whether no picture, film or sound goes in: with one, a person may be shown of whom no program here
 * knows whether they agreed, so that such a recipe stays general on a site with adult content too.
 */
export function takesWordsAlone({ inputs, steps }: Pick<Recipe, 'inputs' | 'steps'>): boolean {
  return (
    inputs.every((input) => rulesOf(input).brings === 'text') &&
    !steps.some(({ params }) => textsIn(params).some((text) => BRINGS_PICTURE.test(text)))
  )
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value && typeof value === 'object') return Object.values(value).flatMap(textsIn)
  return []
}
