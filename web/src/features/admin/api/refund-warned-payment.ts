import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/client.ts'

export async function refundWarnedPayment(client: QueryClient, id: string): Promise<number> {
  const { amount } = await call('refundWarnedPayment', { params: { id } })
  await client.invalidateQueries({ queryKey: ['all-disputes'] })
  return amount
}
