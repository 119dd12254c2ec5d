import { describeSource } from '@vignette/contract/describe-source.ts'
import { creatorShareCents, formatCents } from '@vignette/contract/money.ts'
import type { RefundSource, SaleState } from '@vignette/contract/sale-words.ts'
import { REFUND_REASONS } from '@vignette/contract/sale-words.ts'
import { formatLongDate } from '../../lib/dates.ts'
import type { BadgeTone } from '../../ui/badge.tsx'
import type { Sale } from './api.ts'

export const STATE_WORDS: Record<SaleState, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'plain' },
  cleared: { label: 'Cleared', tone: 'good' },
  refunded: { label: 'Refunded', tone: 'plain' },
  disputed: { label: 'Disputed', tone: 'warn' },
}

export function describeState({ state, price, refunded }: Sale): string {
  return state === 'refunded' && refunded < price ? 'Partly refunded' : STATE_WORDS[state].label
}

/** What lowered the price, and by which way the buyer came. */
export function describeOrigin({ code, price, full_price, source }: Sale): string {
  const lowered = code ? `Code ${code}` : 'Launch price'
  return [
    full_price > price && `${lowered}, full price ${formatCents(full_price)}`,
    source && describeSource(source),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Where the money of a sale is, as sentences in the order of its way. */
export function describeSaleMoney(sale: Sale, now: Date): string[] {
  const { price, share, share_percent, card_fee } = sale
  const left = Math.max(0, price - sale.refunded - sale.disputed)
  const rest = left === price ? formatCents(price) : `the ${formatCents(left)} that is left`
  const tax = taxIn(sale, left)
  const words = [
    `The buyer paid ${formatCents(price)}. The card fee${card_fee > 0 ? ` of ${formatCents(card_fee)}` : ''} is paid by the platform.`,
    left === 0
      ? 'Nothing of it is left, so nothing of it is yours.'
      : `Yours: ${formatCents(share)}, ${share_percent}% of ${rest}${tax > 0 ? `, less ${formatCents(tax)} tax` : ''}.`,
  ]
  const clears = formatLongDate(sale.clears_at)
  if (left > 0)
    words.push(new Date(sale.clears_at) > now ? `Clears on ${clears}.` : `Cleared on ${clears}.`)
  for (const { created_at, words: state, paid } of sale.payouts) {
    const sum = `${formatCents(Math.abs(paid))} of it`
    const action = paid > 0 ? sum : `${formatCents(-paid)} was made up for`
    words.push(`In the payout of ${formatLongDate(created_at)}: ${action}. ${state}.`)
  }
  if (sale.unpaid > 0 && new Date(sale.clears_at) <= now) {
    words.push(`Not paid yet: ${formatCents(sale.unpaid)}. Your money names each reason.`)
  }
  if (sale.unpaid < 0) {
    words.push(
      `${formatCents(-sale.unpaid)} is owed back: it was paid before. The next sales make up for it.`,
    )
  }
  return words
}

const REFUNDERS: Record<RefundSource, string> = {
  creator: 'by you',
  operator: 'by the operator',
  case: 'after the buyer reported that something is wrong',
  gateway: 'at the payment provider',
  rule: 'because nothing was delivered',
  withdrawal: 'because the buyer withdrew from the contract',
}

export function describeSaleRefund(refund: Sale['refunds'][number]): string {
  const { amount, state, by, reason, failure, created_at } = refund
  const action =
    state === 'failed'
      ? 'was to be refunded'
      : state === 'requested'
        ? 'is being refunded'
        : 'refunded'
  const why = reason ? `: ${REFUND_REASONS[reason].toLowerCase()}` : ''
  const failed = state === 'failed' ? ` It failed: ${failure ?? 'the bank sent it back'}` : ''
  return `${formatLongDate(created_at)}: ${formatCents(amount)} ${action} ${REFUNDERS[by]}${why}.${failed}`
}

const DISPUTE_WORDS: Record<string, string> = {
  inquiry: 'a bank asks about it and has taken nothing',
  opened: 'a bank has taken it back until it decides',
  won: 'won, and the money is back',
  lost: 'lost, and the buyer has the money',
}

export function describeSaleDispute({
  amount,
  state,
  created_at,
}: Sale['disputes'][number]): string {
  const words = DISPUTE_WORDS[state] ?? 'a bank decides about it'
  return `${formatLongDate(created_at)}: ${formatCents(amount)} disputed; ${words}.`
}

/** What a refund takes from the creator's balance. */
export function refundCost(sale: Sale, amount: number): number {
  const left = Math.max(0, sale.price - sale.refunded - sale.refunding - sale.disputed)
  const share = (cents: number) => creatorShareCents(cents - taxIn(sale, cents), sale.share_percent)
  return share(left) - share(Math.max(0, left - amount))
}

/** The tax in a part of the price, to the nearest cent, half up. */
function taxIn({ tax, price }: Sale, part: number): number {
  return Math.floor((2 * tax * part + price) / (2 * price))
}
