import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { call } from '../../../lib/client.ts'

/** What the operator's bank did with a payout that was made by hand. */
type BankWord = { outcome: 'paid'; reference: string } | { outcome: 'failed'; reason: string }

export async function markPayout(client: QueryClient, id: string, word: BankWord): Promise<void> {
  await (word.outcome === 'paid'
    ? call('markPayoutPaid', { params: { id }, body: { reference: word.reference } })
    : call('markPayoutFailed', { params: { id }, body: { reason: word.reason } }))
  track('payout_marked', { outcome: word.outcome })
  await client.invalidateQueries({ queryKey: ['payout-runs'] })
}
