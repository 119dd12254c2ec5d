import { checkDocument } from '@vignette/contract/check-document.ts'
import { formatJsonPath } from '../../../../lib/json-path.ts'
import type { Fault } from '../fault.ts'
import { checkReferences } from './check-references.ts'

/**
 * The faults that the browser can find during typing; the server checks again with more knowledge.
 */
export function checkRecipe(value: unknown): Fault[] {
  const faults = checkDocument(value).map(({ path, message }) => ({
    path: formatJsonPath(path),
    message,
  }))
  return [...faults, ...checkReferences(value)]
}
