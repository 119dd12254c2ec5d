import { countCents } from '@vignette/contract/currency.ts'
import { readGenerationTimeMs } from '@vignette/contract/generation-time.ts'
import { rulesOf, type ValueKind } from '@vignette/contract/input-types.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { normaliseInput } from './rules-declarations.ts'
import {
  an,
  type Catalog,
  comesIn,
  dependenciesOf,
  type Fault,
  FEWEST,
  filesOf,
  IDENTIFIER,
  kindOfOutputType,
  MOST,
  RESERVED,
  type Recipe,
} from './rules-recipe.ts'
import { findCycle } from './rules-references.ts'
import { checkStep } from './rules-steps.ts'
import { readTags } from './rules-tags.ts'
import { checkTexts } from './rules-texts.ts'

export type ParsedRecipe = { ok: true; recipe: Recipe } | { ok: false; faults: Fault[] }

export function parseRecipe(document: RecipeDocument, catalog: Catalog): ParsedRecipe {
  const faults: Fault[] = []
  const inputs = (document.inputs ?? []).map((input, at) => normaliseInput(input, at, faults))
  checkTexts(document, faults)
  const tags = readTags(document, faults)
  checkMoney(document, faults)
  const kinds = checkNames(document, inputs, catalog, faults)
  const steps = document.steps.map((step, at) =>
    checkStep(step, at, { kinds, inputs, catalog, faults }),
  )
  const cycle = findCycle(new Map(steps.map((step) => [step.id, dependenciesOf(step)])))
  if (cycle) {
    const at = steps.findIndex((step) => step.id === cycle[0])
    faults.push({
      path: `steps[${at}]`,
      message: `waits for itself: ${cycle.join(' → ')}`,
    })
  }
  const output = steps.find((step) => step.id === document.output)
  if (!output) {
    faults.push({
      path: 'output',
      message: `names "${document.output}", which is no step`,
    })
  }
  const outputs = readOutputs(document, faults)
  if (!cycle) checkSeveral({ inputs, steps, outputs }, catalog, faults)
  const outputKind = output?.output ?? 'image'
  const wanted = document.output_type?.toLowerCase()
  if (output && wanted && kindOfOutputType(wanted) && kindOfOutputType(wanted) !== outputKind) {
    faults.push({
      path: 'output',
      message: `names "${document.output}", which makes ${an(outputKind)}, but output_type is ${document.output_type}`,
    })
  }
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    recipe: {
      schema: 1,
      name: document.name.trim(),
      description: (document.description ?? '').trim(),
      price: document.price,
      cost: document.cost,
      generationTime: document.generation_time,
      outputType: wanted || outputKind,
      outputKind,
      license: document.license ?? 'personal',
      ...(document.proof ? { proof: document.proof } : {}),
      ...(document.category ? { category: document.category } : {}),
      ...(tags.length > 0 ? { tags } : {}),
      sampleCreationUrl: document.sample_creation_url || null,
      inputs,
      steps,
      output: document.output,
      ...(filesOf({ inputs, steps, outputs }) > 1 && { outputs }),
    },
  }
}

/** The steps whose products are the creation. */
function readOutputs(
  { steps, output, outputs = [output] }: RecipeDocument,
  faults: Fault[],
): string[] {
  const fault = (path: string, message: string) => faults.push({ path, message })
  if (outputs[0] !== output) fault('outputs[0]', `must be "${output}", as output says`)
  outputs.forEach((id, at) => {
    if (outputs.indexOf(id) < at) fault(`outputs[${at}]`, `names "${id}" twice`)
    else if (at > 0 && !steps.some((step) => step.id === id)) {
      fault(`outputs[${at}]`, `names "${id}", which is no step`)
    }
  })
  return outputs
}

/** What a run of several files, given or made, must hold to. */
function checkSeveral(
  recipe: Pick<Recipe, 'inputs' | 'steps'> & { outputs: string[] },
  catalog: Catalog,
  faults: Fault[],
): void {
  recipe.steps.forEach((step, at) => {
    const fault = (field: string, message: string) =>
      faults.push({ path: `steps[${at}].${field}`, message })
    const { firstImage, lastImage, videos, functionType } = step
    const most = (name: string) => comesIn(recipe, name, MOST)
    if (step.count && firstImage && most(firstImage) > 1)
      fault('count', 'is not for a step that is made once for each file')
    else if (step.count && !recipe.outputs.includes(step.id))
      fault('count', 'is only for a step whose product is an output')
    if (lastImage && most(lastImage) > 1)
      fault('last_image', `refers to "${lastImage}", which comes in several files`)
    const range = catalog.find(step.provider, functionType)?.needs.videos
    const sum = (files: typeof MOST) =>
      videos.reduce((all, name) => all + comesIn(recipe, name, files), 0)
    const [fewest, all] = [sum(FEWEST), sum(MOST)]
    if (range && (fewest < range.min || all > range.max)) {
      const much = range.min === range.max ? `exactly ${range.min}` : `${range.min} to ${range.max}`
      const got = fewest === all ? all : `${fewest} to ${all}`
      fault('videos', `must name ${much} videos for ${functionType}; got ${got}`)
    }
  })
  const files = filesOf(recipe)
  if (files > RECIPE.maxFiles) {
    faults.push({
      path: 'outputs',
      message: `must make at most ${RECIPE.maxFiles} files; these make ${files}`,
    })
  }
}

function checkMoney(document: RecipeDocument, faults: Fault[]): void {
  for (const field of ['price', 'cost'] as const) {
    const value = document[field]
    if (!Number.isInteger(value) || value < 0) {
      faults.push({ path: field, message: `must be whole cents, 0 or more; got ${value}` })
    }
  }
  const { price, cost } = document
  if (cost > PRICE.maxCents) {
    faults.push({
      path: 'cost',
      message: `must be at most ${countCents(PRICE.maxCents)}, as no price can be above ${formatCents(PRICE.maxCents)}; got ${cost}`,
    })
  }
  if (price > PRICE.maxCents) {
    faults.push({
      path: 'price',
      message: `must be at most ${countCents(PRICE.maxCents)} (${formatCents(PRICE.maxCents)}); got ${price}`,
    })
  }
  if (document.proof && price === 0) {
    faults.push({ path: 'proof', message: 'needs a price: a free recipe is delivered whole' })
  }
  const time = document.generation_time
  if (!(time > 0) || readGenerationTimeMs(time) > 30 * 60_000) {
    faults.push({
      path: 'generation_time',
      message: 'must be above 0 and at most 30 minutes (1800000 ms)',
    })
  }
}

/** Inputs and steps share one namespace; maps each name to the kind of its value. */
function checkNames(
  document: RecipeDocument,
  inputs: WorkflowInput[],
  catalog: Catalog,
  faults: Fault[],
): Map<string, ValueKind> {
  const kinds = new Map<string, ValueKind>()
  const owners = new Map<string, string>()
  const claim = (name: string, path: string, kind: ValueKind) => {
    const owner = owners.get(name)
    if (owner) {
      faults.push({ path, message: `repeats the name "${name}" of ${owner}` })
      return
    }
    owners.set(name, path)
    kinds.set(name, kind)
  }
  inputs.forEach((input, at) => claim(input.key, `inputs[${at}].key`, rulesOf(input).brings))
  document.steps.forEach((step, at) => {
    const path = `steps[${at}].id`
    if (!IDENTIFIER.test(step.id)) {
      faults.push({ path, message: `must be an identifier; got "${step.id}"` })
    }
    if (RESERVED.has(step.id)) {
      faults.push({ path, message: `may not be the reserved word "${step.id}"` })
    }
    claim(step.id, path, catalog.find(step.provider, step.function_type)?.output ?? 'image')
  })
  return kinds
}
