import { readGenerationTimeMs } from '@vignette/contract/generation-time.ts'
import { type License, PRICE, TEXT_MAX, TEXTAREA_OVER } from '@vignette/contract/limits.ts'
import { creatorShareCents, formatCents } from '@vignette/contract/money.ts'
import type { RecipeDocument, RecipeInput, WorkflowInput } from '@vignette/contract/workflows.ts'
import { brokenReferencesIn, findCycle, REFERENCE, referencesIn } from './rules-references.ts'

export type MediaKind = 'image' | 'video'
export type ValueKind = 'text' | 'image' | 'video' | 'audio'
export type Need = 'required' | 'optional' | 'none'

export interface Fault {
  path: string
  message: string
}

/** What the rules must know of a provider's function; handed in, so that they stay pure. */
export interface FunctionFacts {
  needs: { prompt: Need; firstImage: Need; lastImage: Need; videos: { min: number; max: number } }
  output: MediaKind
  model: Need
  /** The fault of the params, or null; references inside are still unreplaced. */
  checkParams(params: Record<string, unknown>): string | null
}

export interface Catalog {
  hasProvider(id: string): boolean
  functionTypes(provider: string): string[]
  find(provider: string, functionType: string): FunctionFacts | undefined
}

export interface RecipeStep {
  id: string
  functionType: string
  provider: string
  model: string | null
  prompt: string | null
  /** Names of an input or a step, without braces. */
  firstImage: string | null
  lastImage: string | null
  videos: string[]
  params: Record<string, unknown>
  output: MediaKind
}

/** A document that passed: normalised, and kept as an immutable version. */
export interface Recipe {
  schema: 1
  name: string
  description: string
  price: number
  cost: number
  generationTimeMs: number
  outputType: string
  outputKind: MediaKind
  license: License
  sampleCreationUrl: string | null
  inputs: WorkflowInput[]
  steps: RecipeStep[]
  output: string
}

export type ParsedRecipe = { ok: true; recipe: Recipe } | { ok: false; faults: Fault[] }

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** Inputs travel as objects by key, so a key that every object has would be found where none was given. */
const RESERVED = new Set(Object.getOwnPropertyNames(Object.prototype))
const STEP_TYPES = new Set(['text_input', 'textarea', 'image_input', 'select'])

export function parseRecipe(document: RecipeDocument, catalog: Catalog): ParsedRecipe {
  const faults: Fault[] = []
  const inputs = (document.inputs ?? []).map((input, at) => normaliseInput(input, at, faults))
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
      message: `steps[${at}] waits for itself: ${cycle.join(' → ')}`,
    })
  }
  const output = steps.find((step) => step.id === document.output)
  if (!output) {
    faults.push({
      path: 'output',
      message: `output names "${document.output}", which is no step`,
    })
  }
  const outputKind = output?.output ?? 'image'
  const wanted = document.output_type?.toLowerCase()
  if (output && wanted && kindOfOutputType(wanted) && kindOfOutputType(wanted) !== outputKind) {
    faults.push({
      path: 'output',
      message: `output names "${document.output}", which makes ${an(outputKind)}, but output_type is ${document.output_type}`,
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
      generationTimeMs: readGenerationTimeMs(document.generation_time),
      outputType: wanted || outputKind,
      outputKind,
      license: document.license ?? 'personal',
      sampleCreationUrl: document.sample_creation_url || null,
      inputs,
      steps,
      output: document.output,
    },
  }
}

export function kindOfOutputType(type: string): MediaKind | undefined {
  if (['video', 'mp4', 'webm', 'mov'].includes(type)) return 'video'
  return ['image', 'png', 'jpg', 'jpeg', 'webp', 'avif'].includes(type) ? 'image' : undefined
}

function an(kind: ValueKind): string {
  return { image: 'a picture', video: 'a video', audio: 'a sound', text: 'text' }[kind]
}

function checkMoney(document: RecipeDocument, faults: Fault[]): void {
  for (const field of ['price', 'cost'] as const) {
    const value = document[field]
    if (!Number.isInteger(value) || value < 0) {
      faults.push({ path: field, message: `${field} must be whole cents, 0 or more; got ${value}` })
    }
  }
  const { price } = document
  if (price > 0 && (price < PRICE.minCents || price > PRICE.maxCents)) {
    faults.push({
      path: 'price',
      message: `price must be 0 or from ${PRICE.minCents} to ${PRICE.maxCents} cents (${formatCents(PRICE.minCents)} to ${formatCents(PRICE.maxCents)}); got ${price}`,
    })
  }
  const time = document.generation_time
  if (!(time > 0) || readGenerationTimeMs(time) > 30 * 60_000) {
    faults.push({
      path: 'generation_time',
      message: 'generation_time must be above 0 and at most 30 minutes (1800000 ms)',
    })
  }
}

function normaliseInput(input: RecipeInput, at: number, faults: Fault[]): WorkflowInput {
  const place = `inputs[${at}]`
  const fault = (field: string, message: string) =>
    faults.push({ path: `${place}.${field}`, message: `${place}.${field} ${message}` })
  const key = input.key ?? slug(input.name ?? input.display_name ?? '')
  if (!IDENTIFIER.test(key)) {
    fault(
      'key',
      `must be an identifier (letters, digits, _ and -, not beginning with a digit); got "${key}"`,
    )
  }
  if (RESERVED.has(key)) fault('key', `may not be the reserved word "${key}"`)
  const options = (input.options ?? []).map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  )
  const stepType = stepTypeOf(input, options.length)
  if (stepType === 'select' && options.length === 0)
    fault('options', 'must list at least one option')
  if (new Set(options.map((option) => option.value)).size !== options.length) {
    fault('options', 'lists a value twice')
  }
  if (input.pattern !== undefined && !compiles(input.pattern)) {
    fault('pattern', 'is no valid regular expression')
  }
  if (input.min !== undefined && input.max !== undefined && input.min > input.max) {
    fault('min', `is above max (${input.min} > ${input.max})`)
  }
  const label = input.display_name ?? input.name ?? key
  return {
    key,
    type: input.type,
    step_type: stepType,
    name: input.name ?? key,
    display_name: label,
    description: input.description ?? '',
    value: input.value ?? null,
    required: input.required ?? true,
    image_size: input.image_size ?? null,
    options,
    max_length: input.max_length ?? (isTextual(stepType) ? TEXT_MAX : null),
    pattern: input.pattern ?? null,
    min: input.min ?? null,
    max: input.max ?? null,
    numeric: input.type === 'number',
  }
}

/** An input of an unknown type is kept as written: the wizard says that it cannot show it. */
function stepTypeOf(input: RecipeInput, options: number): string {
  if (STEP_TYPES.has(input.type)) return input.type
  switch (input.type) {
    case 'text':
      if (options > 0) return 'select'
      return input.multiline || (input.max_length ?? 0) > TEXTAREA_OVER ? 'textarea' : 'text_input'
    case 'number':
      return 'text_input'
    case 'image':
    case 'video':
    case 'audio':
      return `${input.type}_input`
    default:
      return input.type
  }
}

function isTextual(stepType: string): boolean {
  return stepType === 'text_input' || stepType === 'textarea'
}

export function kindOfInput(input: Pick<WorkflowInput, 'step_type'>): ValueKind {
  const media = /^(image|video|audio)_input$/.exec(input.step_type)
  return (media?.[1] as ValueKind | undefined) ?? 'text'
}

function slug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64)
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

/** Inputs and steps share one namespace; what each name brings in. */
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
      faults.push({ path, message: `${path} repeats the name "${name}" of ${owner}` })
      return
    }
    owners.set(name, path)
    kinds.set(name, kind)
  }
  inputs.forEach((input, at) => claim(input.key, `inputs[${at}].key`, kindOfInput(input)))
  document.steps.forEach((step, at) => {
    const path = `steps[${at}].id`
    if (!IDENTIFIER.test(step.id)) {
      faults.push({ path, message: `${path} must be an identifier; got "${step.id}"` })
    }
    if (RESERVED.has(step.id)) {
      faults.push({ path, message: `${path} may not be the reserved word "${step.id}"` })
    }
    claim(step.id, path, catalog.find(step.provider, step.function_type)?.output ?? 'image')
  })
  return kinds
}

interface StepScope {
  kinds: Map<string, ValueKind>
  inputs: WorkflowInput[]
  catalog: Catalog
  faults: Fault[]
}

function checkStep(
  step: RecipeDocument['steps'][number],
  at: number,
  scope: StepScope,
): RecipeStep {
  const place = `steps[${at}]`
  const fault = (field: string, message: string) =>
    scope.faults.push({ path: `${place}.${field}`, message: `${place}.${field} ${message}` })
  const facts = factsOf(step, scope.catalog, fault)
  const need = (field: string, wanted: Need | undefined, given: boolean) => {
    if (wanted === 'required' && !given) fault(field, `is required for ${step.function_type}`)
    if (wanted === 'none' && given) fault(field, `is not used by ${step.function_type}`)
  }
  const medium = (
    field: string,
    written: string | undefined,
    kind: MediaKind,
    wanted: Need | undefined,
  ) => {
    need(field, wanted, Boolean(written))
    return written
      ? mediaReference(field, written, kind, wanted === 'required', scope, fault)
      : null
  }
  const prompt = step.prompt?.trim() || null
  need('prompt', facts?.needs.prompt, prompt !== null)
  need('model', facts?.model, Boolean(step.model))
  textReferences('prompt', prompt ?? '', scope, fault)
  textReferences('params', JSON.stringify(step.params ?? {}), scope, fault)
  const firstImage = medium('first_image', step.first_image, 'image', facts?.needs.firstImage)
  const lastImage = medium('last_image', step.last_image, 'image', facts?.needs.lastImage)
  const written = step.videos ?? []
  const videos = written.flatMap(
    (video, index) => mediaReference(`videos[${index}]`, video, 'video', true, scope, fault) ?? [],
  )
  const range = facts?.needs.videos
  if (range && (written.length < range.min || written.length > range.max)) {
    const much = range.min === range.max ? `exactly ${range.min}` : `${range.min} to ${range.max}`
    fault('videos', `must name ${much} videos for ${step.function_type}; got ${written.length}`)
  }
  const params = step.params ?? {}
  const complaint = facts?.checkParams(params)
  if (complaint) fault('params', complaint)
  return {
    id: step.id,
    functionType: step.function_type,
    provider: step.provider,
    model: step.model || null,
    prompt,
    firstImage,
    lastImage,
    videos,
    params,
    output: facts?.output ?? 'image',
  }
}

function factsOf(
  step: RecipeDocument['steps'][number],
  catalog: Catalog,
  fault: (field: string, message: string) => void,
): FunctionFacts | undefined {
  if (!catalog.hasProvider(step.provider)) {
    fault('provider', `names "${step.provider}", which is no provider here`)
    return undefined
  }
  const facts = catalog.find(step.provider, step.function_type)
  if (!facts) {
    const known = catalog.functionTypes(step.provider).join(', ')
    fault(
      'function_type',
      `names "${step.function_type}", which ${step.provider} does not offer (it offers ${known})`,
    )
  }
  return facts
}

function mediaReference(
  field: string,
  written: string,
  kind: MediaKind,
  required: boolean,
  scope: StepScope,
  fault: (field: string, message: string) => void,
): string | null {
  const name = new RegExp(`^${REFERENCE.source}$`).exec(written.trim())?.[1] ?? written.trim()
  const found = scope.kinds.get(name)
  if (!found) {
    fault(field, `refers to "${name}", which is no input and no step`)
    return null
  }
  if (found !== kind) {
    fault(field, `refers to "${name}", which is ${an(found)}, but ${an(kind)} is needed`)
    return null
  }
  const input = scope.inputs.find((one) => one.key === name)
  if (required && input && !input.required) {
    fault(field, `refers to "${name}", which may be left out, but this step cannot do without it`)
  }
  return name
}

function textReferences(
  field: string,
  text: string,
  scope: StepScope,
  fault: (field: string, message: string) => void,
): void {
  for (const written of brokenReferencesIn(text)) {
    fault(field, `contains "${written}", which is no {{name}} of an input or step`)
  }
  for (const name of referencesIn(text)) {
    const kind = scope.kinds.get(name)
    if (!kind) fault(field, `refers to "${name}", which is no input and no step`)
    else if (kind !== 'text')
      fault(field, `refers to "${name}", which is ${an(kind)}, but text is needed`)
  }
}

/** Names of the steps and inputs that a step waits for. */
export function dependenciesOf(step: RecipeStep): string[] {
  return [step.firstImage, step.lastImage, ...step.videos].filter((name) => name !== null)
}

/** The cheapest price at which the platform's share covers what a run costs, if there is one. */
export function lowestPrice(
  costCents: number,
  feeCents: (price: number) => number,
): number | undefined {
  for (let price: number = PRICE.minCents; price <= PRICE.maxCents; price++) {
    if (price - creatorShareCents(price) >= costCents + feeCents(price)) return price
  }
  return undefined
}
