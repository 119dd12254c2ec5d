import type { QueryClient } from '@tanstack/react-query'
import { type Body, call } from '../../../lib/client.ts'
import { ownStorefrontQuery } from './get-own-storefront.ts'

export async function updateStorefront(
  client: QueryClient,
  body: Body<'updateStorefront'>,
): Promise<void> {
  const saved = await call('updateStorefront', { body })
  client.setQueryData(ownStorefrontQuery.queryKey, saved)
  await client.invalidateQueries({ queryKey: ['storefront'] })
}
