import type { TxCtx } from '../../../ctx.ts'
import { derivedId } from '../../../platform/ids.ts'
import { listAdmins } from '../../identity/index.ts'
import { tell } from '../../notices/index.ts'
import { isTaken } from '../rules.ts'
import type { PaymentRow } from '../tables.ts'

/** Tells the creator and the operators that a refund now is cheaper than the dispute that may follow. */
export async function tellOfWarning(tx: TxCtx, payment: PaymentRow): Promise<void> {
  if (!isTaken(payment.state)) return
  const { id, workflowName: recipe, captured: cents, testMode: test } = payment
  const told = new Set([
    ...(payment.creatorId ? [payment.creatorId] : []),
    ...(await listAdmins(tx)),
  ])
  for (const to of told) {
    const operator = to !== payment.creatorId
    const subjectId = derivedId('warning', id, to)
    await tell(tx, {
      to,
      subjectId,
      kind: 'fraud_warning',
      facts: { recipe, cents, test, operator },
    })
  }
}
