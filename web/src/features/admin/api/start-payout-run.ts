import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Answer, type Body, call } from '../../../lib/client.ts'

/** Pays what the operator saw; refused if the preview has changed since, which then loads again. */
export async function startPayoutRun(
  client: QueryClient,
  confirmed: Body<'startPayoutRun'>,
): Promise<Answer<'startPayoutRun'>> {
  try {
    const made = await call('startPayoutRun', { body: confirmed })
    track('payout_run_started', { payouts: made.payouts.length })
    return made
  } finally {
    await client.invalidateQueries({ queryKey: ['payout-runs'] })
  }
}
