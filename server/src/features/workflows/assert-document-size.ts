import { PUBLISHING } from '@vignette/contract/limits.ts'
import type { RecipeDocument } from '@vignette/contract/workflows.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { bytesOf } from './bytes-of.ts'

const KILOBYTE = 1024

/** Only the graphs of ComfyUI steps may be long. */
export function assertDocumentSize(document: RecipeDocument): void {
  const steps = document.steps.map((step) =>
    step.provider === 'comfyui' ? { ...step, params: undefined } : step,
  )
  const { documentBytes, graphBytes } = PUBLISHING
  if (bytesOf(document) > graphBytes) {
    throw tooLong(`A recipe may be ${graphBytes / KILOBYTE} KB long with its ComfyUI graphs.`)
  }
  if (bytesOf({ ...document, steps }) > documentBytes) {
    throw tooLong(
      `A recipe may be ${documentBytes / KILOBYTE} KB long, ComfyUI graphs not counted. Shorten its texts, options or parameters.`,
    )
  }
}

function tooLong(message: string): AppError {
  return new AppError('payload_too_large', message)
}
