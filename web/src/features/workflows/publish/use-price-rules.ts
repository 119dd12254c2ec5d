import { useQuery } from '@tanstack/react-query'
import { CARD_FEE, HIGHEST_TAX_PERCENT, type PriceRules } from '@vignette/contract/price-floor.ts'
import { configQuery } from '../../../lib/config.ts'

/** By what this server judges prices; without tax and strictly until the server has answered. */
export function usePriceRules(): PriceRules {
  const { data } = useQuery(configQuery)
  return {
    fee: CARD_FEE,
    taxPercent: data?.prices_include_tax ? HIGHEST_TAX_PERCENT : 0,
    floor: data?.price_floor ?? 'refuse',
  }
}
