import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { assertDebtBounded } from '../payments/index.ts'
import { giveBack } from './give-back.ts'
import { caseNotFound, lockCase } from './queries.ts'
import { recordDecision } from './record-decision.ts'
import { sideOf } from './side-of.ts'
import { viewCase } from './view-case.ts'

/** Creator or operator gives the money back, in full or in part. */
export async function grantCase(
  ctx: Ctx,
  id: string,
  { amount, note }: { amount?: number | undefined; note: string },
): Promise<CaseView> {
  const { found, side } = await inTransaction(ctx, async (tx) => {
    // Alone, because each of a creator's refunds counts in the debt of the next.
    const { owner } = await lockCaller(tx, 'no key update')
    const locked = await lockCase(tx, id)
    const side = await sideOf(tx, locked, owner)
    if (side !== 'creator' && side !== 'operator') throw caseNotFound()
    if (side === 'creator') {
      const { payment } = locked
      const left = payment.captured - payment.refunded - payment.disputed
      await assertDebtBounded(tx, owner.id, { payment, amount: amount ?? left })
    }
    const granted = await giveBack(tx, locked, { amount, note: note || null, decidedBy: side })
    if (side === 'operator') await recordDecision(tx, granted)
    return { found: granted, side }
  })
  return viewCase(ctx, found, side)
}
