import type { Ctx } from '../../ctx.ts'
import type { PayoutGateway } from '../../providers/payouts/spec.ts'
import type { Book } from '../ledger/index.ts'
import { currentBook } from '../payments/index.ts'

/**
 * The vendor that holds an account or payout. Undefined where the server runs with another vendor or
 * in another book: what is open there waits.
 */
export function findPayoutGateway(
  ctx: Pick<Ctx, 'gateway' | 'payoutGateway'>,
  at: { book: Book; gateway: PayoutGateway['id'] },
): PayoutGateway | undefined {
  const { payoutGateway } = ctx
  const isHere = at.book === currentBook(ctx) && at.gateway === payoutGateway.id
  return isHere && paysThisBook(ctx) ? payoutGateway : undefined
}

/**
 * Whether this vendor may pay what this book owes: test money never pays for real sales, and no
 * vendor pays for another vendor's sales. An operator who pays by hand may pay any book.
 */
export function paysThisBook({ gateway, payoutGateway }: Pick<Ctx, 'gateway' | 'payoutGateway'>) {
  if (payoutGateway.id === 'manual') return true
  return payoutGateway.id === gateway.id && payoutGateway.testMode === gateway.testMode
}
