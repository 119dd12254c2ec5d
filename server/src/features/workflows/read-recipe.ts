import { createHash } from 'node:crypto'
import { DEFAULT_GENERATION_SECONDS } from '@vignette/contract/limits.ts'
import { type RecipeDocument, recipeDocument } from '@vignette/contract/recipe-document.ts'
import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { findShapeFaults } from '@vignette/contract/shape-faults.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { placeOf } from '../../platform/http/errors.ts'
import { sortedJson } from '../../platform/sorted-json.ts'
import { type CostEstimate, estimateCost } from './estimate-cost.ts'
import { catalogOf } from './recipe-providers.ts'
import { parseRecipe } from './rules.ts'
import { clampToLimits, type Fault, type Recipe } from './rules-recipe.ts'

export function readRecipe(ctx: Ctx, document: RecipeDocument): Recipe {
  assertDocumentSize(document)
  const parsed = parseRecipe(document, catalogOf(ctx))
  if (parsed.ok) return parsed.recipe
  throw refuseRecipe(parsed.faults)
}

function assertDocumentSize(document: RecipeDocument): void {
  const fault = findSizeFault(document)
  if (fault) throw new AppError('payload_too_large', fault)
}

type Unfinished =
  | { ok: true; recipe: Recipe; document: RecipeDocument; estimate: CostEstimate }
  | { ok: false; faults: Fault[] }

/**
 * Reads a document that may leave out what the server knows: its owner, its cost, which is then the
 * estimate, and its time.
 */
export function readUnfinished(
  ctx: Pick<Ctx, 'providers'>,
  given: object,
  known: { user_id: string; generation_time?: number },
): Unfinished {
  const { user_id, generation_time = DEFAULT_GENERATION_SECONDS } = known
  const filled = { cost: 0, generation_time, ...given, user_id }
  const shape = findShapeFaults(recipeDocument, filled)
  if (shape.length > 0) {
    return {
      ok: false,
      faults: shape.map(({ path, message }) => ({ path: placeOf(path), message })),
    }
  }
  const document = recipeDocument.parse(filled)
  const large = findSizeFault(document)
  if (large) return { ok: false, faults: [{ path: '', message: large }] }
  const parsed = parseRecipe(document, catalogOf(ctx))
  if (!parsed.ok) return parsed
  const estimate = estimateCost(ctx, parsed.recipe)
  const cost = 'cost' in given ? parsed.recipe.cost : estimate.cents
  return {
    ok: true,
    recipe: { ...parsed.recipe, cost },
    document: { ...document, cost },
    estimate,
  }
}

const KILOBYTE = 1024

/** Only the graphs of ComfyUI steps may be long. */
function findSizeFault(document: RecipeDocument): string | undefined {
  const steps = document.steps.map((step) =>
    step.provider === 'comfyui' ? { ...step, params: undefined } : step,
  )
  const { documentBytes, graphBytes } = PUBLISHING
  if (bytesOf(document) > graphBytes) {
    return `A recipe may be ${graphBytes / KILOBYTE} KB long with its ComfyUI graphs.`
  }
  if (bytesOf({ ...document, steps }) > documentBytes) {
    return `A recipe may be ${documentBytes / KILOBYTE} KB long, ComfyUI graphs not counted. Shorten its texts, options or parameters.`
  }
  return undefined
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** The details name each place once; the sentence is about the first. */
export function refuseRecipe(faults: readonly Fault[]): AppError {
  const [first] = faults
  const sentence = first ? describeFault(first) : 'The recipe is not valid.'
  return new AppError('invalid_recipe', sentence, { details: [...faults] })
}

export function describeFault({ path, message }: Fault): string {
  return path ? `${path} ${message}` : message
}

/**
 * A hash of all that a run depends on. Name, texts, ideas and price are left out, so that a test still
 * stands for the recipe after its price changed.
 */
export function hashRecipe(recipe: Recipe): string {
  const { inputs: declared, steps, output, outputs, outputKind } = clampToLimits(recipe)
  const inputs = declared.map((input) => ({ ...input, ideas: undefined }))
  const written = sortedJson({ inputs, steps, output, outputs, outputKind })
  return createHash('sha256').update(written).digest('base64url')
}
