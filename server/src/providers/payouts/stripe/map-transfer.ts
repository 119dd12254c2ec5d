import type Stripe from 'stripe'
import type { BankPayoutView, TransferView } from '../spec.ts'

const GROUP = 'payout:'

/** The group by which a transfer is found where its answer was lost. */
export function groupOf(payoutId: string): string {
  return `${GROUP}${payoutId}`
}

function idOf(value: string | { id: string } | null | undefined): string {
  return typeof value === 'string' ? value : (value?.id ?? '')
}

const atSecond = (seconds: number) => new Date(seconds * 1000)

export function mapTransfer(transfer: Stripe.Transfer): TransferView {
  const { id, amount, amount_reversed: reversed, transfer_group: group } = transfer
  return {
    transferId: id,
    payoutId: group?.startsWith(GROUP) ? group.slice(GROUP.length) : null,
    accountId: idOf(transfer.destination),
    amount,
    reversed,
    currency: transfer.currency,
    state: reversed === 0 ? 'made' : reversed < amount ? 'partly_reversed' : 'reversed',
    createdAt: atSecond(transfer.created),
  }
}

export function mapBankPayout(accountId: string, payout: Stripe.Payout): BankPayoutView {
  return {
    id: payout.id,
    accountId,
    amount: payout.amount,
    currency: payout.currency,
    state: mapBankState(payout),
    failure: payout.failure_code,
    arrivesAt: atSecond(payout.arrival_date),
    createdAt: atSecond(payout.created),
  }
}

/** A payout that Stripe or the creator cancelled went to no bank, like a failed one. */
function mapBankState({ status, reversed_by: reversedBy }: Stripe.Payout): BankPayoutView['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed'
  if (status !== 'paid') return 'in_transit'
  return reversedBy ? 'returned' : 'paid'
}
