import type { Category } from '@vignette/contract/categories.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { rulesOf, type ValueKind } from '@vignette/contract/input-types.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import { type License, TEXT_MAX } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'

export type MediaKind = 'image' | 'video'
export type Need = 'required' | 'optional' | 'none'

export interface Fault {
  path: string
  message: string
}

/** The facts of a provider's function that the rules need; passed in, so that the rules stay pure. */
export interface FunctionFacts {
  needs: { prompt: Need; firstImage: Need; lastImage: Need; videos: { min: number; max: number } }
  output: MediaKind
  /** Whether chance decides what it makes under these params, so that it can make several. */
  varies(params: Record<string, unknown>): boolean
  model: Need
  /** The faults of the params, by paths inside; references are not replaced yet. */
  checkParams(params: Record<string, unknown>): Fault[]
  /** Which pictures the params make use of; absent where a step uses every picture that it gets. */
  usesOf?:
    | ((params: Record<string, unknown>) => { firstImage: boolean; lastImage: boolean })
    | undefined
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
  /** How many it makes; absent for one. */
  count?: number
}

/** A document without faults: normalised, and stored as an immutable version. */
export interface Recipe {
  schema: 1
  name: string
  description: string
  price: number
  cost: number
  /** As its creator posted it; `readGenerationTimeMs` tells the milliseconds. */
  generationTime: number
  outputType: string
  outputKind: MediaKind
  license: License
  /** Absent where the creator chose none. */
  category?: Category
  /** As `foldTag` writes them; absent without any. */
  tags?: string[]
  /** Absent where a sale is charged on delivery. */
  proof?: ProofOffer
  sampleCreationUrl: string | null
  inputs: WorkflowInput[]
  steps: RecipeStep[]
  output: string
  /** The steps that make the files of a set, `output` first; absent where `output` alone makes one. */
  outputs?: string[]
}

export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** Inputs are objects by key, so a key of Object.prototype would be found where no value was given. */
export const RESERVED = new Set(Object.getOwnPropertyNames(Object.prototype))

export function kindOfOutputType(type: string): MediaKind | undefined {
  if (['video', 'mp4', 'webm', 'mov'].includes(type)) return 'video'
  return ['image', 'png', 'jpg', 'jpeg', 'webp', 'avif'].includes(type) ? 'image' : undefined
}

/** Applies today's limits to workflows that were published without them. */
export function clampToLimits(recipe: Recipe): Recipe {
  const inputs = recipe.inputs.map((input) => {
    const asked = input.max_length ?? (rulesOf(input).isTyped ? TEXT_MAX : null)
    return { ...input, max_length: asked && Math.min(asked, TEXT_MAX) }
  })
  return { ...recipe, inputs }
}

/** The kind with its article, for sentences. */
export function an(kind: ValueKind): string {
  return { image: 'a picture', video: 'a video', audio: 'a sound', text: 'text' }[kind]
}

/** Names of the steps and inputs that a step needs. */
export function dependenciesOf(step: RecipeStep): string[] {
  return [step.firstImage, step.lastImage, ...step.videos].filter((name) => name !== null)
}

/** The steps whose products are the creation, in the order in which it shows them. */
export function outputsOf({ output, outputs = [output] }: Recipe): string[] {
  return outputs
}

/** How many files a run makes at most. */
export function filesOf(recipe: Pick<Recipe, 'inputs' | 'steps' | 'outputs'>): number {
  const { steps, outputs } = recipe
  if (!outputs) return 1
  const made = steps.filter(({ id }) => outputs.includes(id))
  return made.reduce((sum, step) => sum + copiesOf(recipe, step), 0)
}

type Graph = Pick<Recipe, 'inputs' | 'steps'>
/** How many files an input brings. */
type Files = (input: WorkflowInput) => number

export const MOST: Files = ({ max_files = 1 }) => max_files
export const FEWEST: Files = ({ min_files = 1 }) => min_files

/** How often a run makes a step: `count` times, or once for each file that its picture comes in. */
export function copiesOf(graph: Graph, step: RecipeStep, files: Files = MOST): number {
  const pictures = step.firstImage === null ? 1 : comesIn(graph, step.firstImage, files)
  return pictures > 1 ? pictures : (step.count ?? 1)
}

/** In how many files the picture or film of this name comes to the steps that use it. */
export function comesIn({ inputs, steps }: Graph, name: string, files: Files): number {
  const input = inputs.find(({ key }) => key === name)
  if (input) return files(input)
  const from = steps.find(({ id }) => id === name)?.firstImage
  return from ? comesIn({ inputs, steps }, from, files) : 1
}

/** The sign is in no id that a creator may write. */
const COPY = '#'

/**
 * The recipe as a run takes it: a step that makes several stands there as many times, each with an
 * id, and so a seed, of its own. A copy for each file works on its own one, and a step for films
 * gets them all; what refers to a step with a count gets the first. Without `given`, as many files
 * as a buyer may give.
 */
export function spreadCopies(recipe: Recipe, given?: UserInputs): Recipe {
  const { inputs, steps, outputs } = recipe
  if (!inputs.some(({ max_files }) => max_files) && !steps.some(({ count }) => count)) return recipe
  const files: Files = given ? ({ key }) => Math.max(1, filesIn(given[key]).length) : MOST
  const spread = steps.flatMap((written): RecipeStep[] => {
    const { count: _, ...step } = written
    const { firstImage } = step
    const isForEach = firstImage !== null && comesIn(recipe, firstImage, files) > 1
    const videos = step.videos.flatMap((name) => copies(name, comesIn(recipe, name, files)))
    return copies(step.id, copiesOf(recipe, written, files)).map((id, at) => ({
      ...step,
      id,
      firstImage: isForEach ? copy(firstImage, at) : firstImage,
      videos,
    }))
  })
  return {
    ...recipe,
    steps: spread,
    ...(outputs && {
      outputs: outputs.flatMap((id) =>
        spread.map((step) => step.id).filter((one) => writtenId(one) === id),
      ),
    }),
  }
}

function copies(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => copy(name, at))
}

function copy(name: string, at: number): string {
  return at === 0 ? name : `${name}${COPY}${at + 1}`
}

/** The file that an input brings to a step, where it brings one; `photo#2` is the second. */
export function fileNamed(given: UserInputs, name: string): string | undefined {
  const [key = name, number = '1'] = name.split(COPY)
  return filesIn(given[key])[Number(number) - 1]
}

/** The files that a value brings, by their ids; none of a text. */
export function filesIn(value: UserInputs[string] | undefined): string[] {
  return [value].flat().flatMap((one) => (one && typeof one === 'object' && one.id) || [])
}

/** The id of a step in its creator's text. */
export function writtenId(id: string): string {
  return id.split(COPY)[0] ?? id
}

export function faceOf(recipe: Recipe) {
  const { name, description, price, generationTime, outputType, outputKind, license } = recipe
  const { category = null, tags = [] } = recipe
  const listing = { name, description, category, tags }
  return { ...listing, price, generationTime, outputType, outputKind, license }
}
