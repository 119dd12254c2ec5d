import { checkDocument } from '@vignette/contract/check-document.ts'
import { formatJsonPath } from '../../../../lib/json-path.ts'
import type { Fault } from '../fault.ts'
import { checkReferences } from './check-references.ts'

/**
 * The faults that the browser can find during typing; the server checks again with more knowledge.
 * `taxPercent` is the highest tax that a price here may include.
 */
export function checkRecipe(value: unknown, taxPercent = 0): Fault[] {
  const faults = checkDocument(value).map(({ path, message }) => ({
    path: formatJsonPath(path),
    message,
  }))
  return [...faults, ...checkReferences(value, taxPercent)]
}
