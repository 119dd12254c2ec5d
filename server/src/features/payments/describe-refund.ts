import { REFUND_REASONS } from '@vignette/contract/sale-words.ts'
import type { RefundRow } from './refunds/tables.ts'

/** Why the buyer gets money back, as one sentence; null for an operator's refund, whose reason is for the records. */
export function describeRefund({ by, code }: RefundRow): string | null {
  if (by === 'creator' && code) return `The creator refunded this: ${lower(REFUND_REASONS[code])}.`
  if (by === 'case') return 'This answers your report that something is wrong.'
  if (by === 'gateway') return 'This was refunded at the payment provider.'
  if (by === 'rule') return 'This was charged although nothing was delivered.'
  return null
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
