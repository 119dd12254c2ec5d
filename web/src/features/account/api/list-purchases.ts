import { apiPages } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'

export type Purchase = Answer<'listPurchases'>['purchases'][number]

/** A purchase that waits may change within seconds, so each opening of the list asks again. */
export const purchasesQuery = apiPages('listPurchases', {}, { staleTime: 0 })
