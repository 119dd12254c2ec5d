import { checkDocument } from '@vignette/contract/check-document.ts'
import { formatJsonPath } from '../../../../lib/json-path.ts'
import type { Fault } from '../fault.ts'
import { checkReferences } from './check-references.ts'

export interface CheckFacts {
  /** The highest tax that a price here may include. */
  taxPercent?: number
  /** A draft may leave out what the server fills in. */
  isDraft?: boolean
}

/** The faults that the browser can find during typing; the server checks again with more knowledge. */
export function checkRecipe(
  value: unknown,
  { taxPercent = 0, isDraft = false }: CheckFacts = {},
): Fault[] {
  const faults = checkDocument(value, isDraft).map(({ path, message }) => ({
    path: formatJsonPath(path),
    message,
  }))
  return [...faults, ...checkReferences(value, taxPercent)]
}
