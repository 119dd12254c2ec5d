import type { PayoutAccountState, PayoutState } from '@vignette/contract/payout-words.ts'
import type { PayoutRunView, RunPayoutView } from '@vignette/contract/payouts.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

export const ACCOUNT_WORDS: Record<PayoutAccountState, string> = {
  none: 'No payout account',
  started: 'Account not finished',
  restricted: 'Account incomplete',
  ready: 'Account ready',
  rejected: 'Account refused',
  closed: 'Account closed',
}

export const STARTER_WORDS: Record<PayoutRunView['by'], string> = {
  schedule: 'Friday’s run',
  operator: 'Started by an operator',
  retry: 'Tried again after our balance was too small',
}

export const STATE_TONES: Record<PayoutState, BadgeTone> = {
  scheduled: 'plain',
  sending: 'plain',
  in_transit: 'warn',
  paid: 'good',
  failed: 'danger',
  returned: 'danger',
  cancelled: 'plain',
}

export const countCreators = (count: number) => (count === 1 ? '1 creator' : `${count} creators`)
export const countPayouts = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`)

/** Whether the operator can take the payout back from its vendor. */
export const isReversible = ({ vendor, state }: Pick<RunPayoutView, 'vendor' | 'state'>) =>
  vendor !== 'manual' && (state === 'in_transit' || state === 'paid')

/** What the operator may say of a payout that the operator's own bank makes. */
export function listBankWords({
  vendor,
  state,
}: Pick<RunPayoutView, 'vendor' | 'state'>): ('paid' | 'failed')[] {
  if (vendor !== 'manual') return []
  if (state === 'in_transit') return ['paid', 'failed']
  // A bank may send money back later.
  return state === 'paid' ? ['failed'] : []
}
