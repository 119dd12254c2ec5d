import { type CheckoutRequest, PROOF_DRAWS, WHY_LESS } from './spec.ts'

/** What a checkout page tells the buyer beside the price. */
export function sayWhenCharged({ metadata }: Pick<CheckoutRequest, 'metadata'>): string {
  const less = metadata[WHY_LESS] ? `${metadata[WHY_LESS]} ` : ''
  return less + sayWhen(metadata)
}

function sayWhen(metadata: CheckoutRequest['metadata']): string {
  return metadata[PROOF_DRAWS]
    ? 'You see a proof first. You pay only if you keep it: your card is authorised now and not charged.'
    : 'Your card is authorised now and charged only when your creation has been delivered.'
}
