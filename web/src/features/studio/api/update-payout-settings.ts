import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

/** Payouts begin at this many cents. */
export async function updatePayoutSettings(client: QueryClient, minimum: number): Promise<void> {
  await call('updatePayoutSettings', { body: { minimum } })
  track('payout_minimum_chosen')
  await client.invalidateQueries({ queryKey: ['payouts'] })
}
