import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { bytesOf } from './bytes-of.ts'

const KILOBYTE = 1024

/** Only the graphs of ComfyUI steps may be long. */
export function findSizeFault(document: RecipeDocument): string | undefined {
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
