import { asc, eq } from 'drizzle-orm'
import { type DisputeRow, type PaymentRow, paymentDisputes } from '../../../schema/payments.ts'
import { owedCents } from '../../ledger/index.ts'
import type { Reader } from '../payment.ts'

export async function listDisputes(ctx: Reader, paymentId: string): Promise<DisputeRow[]> {
  return ctx.db
    .select()
    .from(paymentDisputes)
    .where(eq(paymentDisputes.paymentId, paymentId))
    .orderBy(asc(paymentDisputes.createdAt))
}

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

/** The creator's part of an amount that is taken from what refunds left of the sale. */
export function shareOf(payment: PaymentRow, cents: number): number {
  return owedCents({ ...payment, disputed: 0 }) - owedCents({ ...payment, disputed: cents })
}
