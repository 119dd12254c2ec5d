/** What a bank's reason means, by the gateway's word: a clause after “the buyer's bank says that”. */
const REASONS: Record<string, string> = {
  fraudulent: 'the buyer did not make this payment',
  unrecognized: 'the buyer does not know this payment',
  product_not_received: 'the buyer did not receive what was paid for',
  product_unacceptable: 'what the buyer received was broken or not as described',
  duplicate: 'the buyer was charged twice',
  credit_not_processed: 'a refund that the buyer expected did not come',
  subscription_canceled: 'the buyer had cancelled',
  noncompliant: 'the payment broke a rule of the card network',
}

export function describeReason(reason: string): string {
  return REASONS[reason] ?? 'the buyer objects, without a closer reason'
}
