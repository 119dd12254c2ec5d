import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findSizeFault } from './find-size-fault.ts'

export function assertDocumentSize(document: RecipeDocument): void {
  const fault = findSizeFault(document)
  if (fault) throw new AppError('payload_too_large', fault)
}
