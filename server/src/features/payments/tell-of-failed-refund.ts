import type { TxCtx } from '../../ctx.ts'
import { sumRefundedShare } from '../ledger/index.ts'
import { tell } from '../notices/index.ts'
import { isCounted } from './refunds/rules.ts'
import type { RefundRow } from './refunds/tables.ts'
import type { PaymentRow } from './tables.ts'

/**
 * Tells buyer and creator that a refund of which they were told does not arrive. `refund` is the row
 * before it failed. A case tells its buyer itself, and what the gateway refused at once only the
 * creator who asked for it knew of.
 */
export async function tellOfFailedRefund(
  tx: TxCtx,
  payment: PaymentRow,
  { id, amount: cents, by, state }: RefundRow,
  reason: string,
): Promise<void> {
  const wasTold = isCounted(state)
  const { workflowName: recipe, creationId, testMode: test } = payment
  if (wasTold && by !== 'case') {
    const facts = { recipe, number: payment.id, cents, creationId, reason, test }
    const about = [payment.id, creationId]
    await tell(tx, { to: payment.buyerId, kind: 'refund_failed', subjectId: id, about, facts })
  }
  const { creatorId } = payment
  if (creatorId && payment.state === 'captured' && (wasTold || by === 'creator')) {
    const share = wasTold ? await sumRefundedShare(tx, id) : 0
    const facts = { recipe, cents, share, reason, test }
    await tell(tx, { to: creatorId, kind: 'sale_refund_failed', subjectId: id, facts })
  }
}
