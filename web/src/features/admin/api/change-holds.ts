import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'

export async function setPayoutHold(
  client: QueryClient,
  body: Body<'setPayoutHold'>,
): Promise<void> {
  await call('setPayoutHold', { body })
  track('payout_hold_set', { all: body.amount === undefined })
  await showChange(client)
}

export async function liftPayoutHold(client: QueryClient, id: string): Promise<void> {
  await call('liftPayoutHold', { params: { id } })
  track('payout_hold_lifted')
  await showChange(client)
}

/** A hold changes what the next run would pay. */
async function showChange(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['payout-holds'] }),
    client.invalidateQueries({ queryKey: ['payout-runs'] }),
  ])
}
