import { useQuery } from '@tanstack/react-query'
import { HIGHEST_TAX_PERCENT } from '@vignette/contract/price-floor.ts'
import { configQuery } from '../../config/index.ts'

/** The highest tax that a price here may include; 0 until the server has answered. */
export function useTaxPercent(): number {
  const { data } = useQuery(configQuery)
  return data?.prices_include_tax ? HIGHEST_TAX_PERCENT : 0
}
