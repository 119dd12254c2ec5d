import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Answer, type Body, call } from '../../../lib/client.ts'

export async function refundSale(
  client: QueryClient,
  id: string,
  refund: { body: Body<'refundSale'>; idempotencyKey: string },
): Promise<Answer<'refundSale'>> {
  const sale = await call('refundSale', { params: { id }, ...refund })
  track('sale_refunded')
  await Promise.all([
    client.invalidateQueries({ queryKey: ['sales'] }),
    client.invalidateQueries({ queryKey: ['payouts'] }),
  ])
  return sale
}
