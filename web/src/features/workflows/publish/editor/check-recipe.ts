import { checkDocument } from '@vignette/contract/check-document.ts'
import { CARD_FEE, type PriceRules } from '@vignette/contract/price-floor.ts'
import { formatJsonPath } from '../../../../lib/json-path.ts'
import type { Fault } from '../fault.ts'
import { checkReferences } from './check-references.ts'

export interface CheckFacts {
  prices?: PriceRules
  /** A draft may leave out what the server fills in. */
  isDraft?: boolean
}

const STRICT: PriceRules = { fee: CARD_FEE, taxPercent: 0, floor: 'refuse' }

/** The faults that the browser can find during typing; the server checks again with more knowledge. */
export function checkRecipe(
  value: unknown,
  { prices = STRICT, isDraft = false }: CheckFacts = {},
): Fault[] {
  const faults = checkDocument(value, isDraft).map(({ path, message }) => ({
    path: formatJsonPath(path),
    message,
  }))
  return [...faults, ...checkReferences(value, prices)]
}
