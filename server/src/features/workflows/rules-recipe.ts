import type { Category } from '@vignette/contract/categories.ts'
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

export function faceOf(recipe: Recipe) {
  const { name, description, price, generationTime, outputType, outputKind, license } = recipe
  const { category = null, tags = [] } = recipe
  const listing = { name, description, category, tags }
  return { ...listing, price, generationTime, outputType, outputKind, license }
}
