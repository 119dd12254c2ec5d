import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockActing } from '../identity/index.ts'
import { lockPayment } from '../payments/index.ts'
import { closeCase } from './close-case.ts'
import { readSignedPayment } from './get-signed-case.ts'
import { caseNotFound, lockCaseOf } from './queries.ts'
import { viewCase } from './view-case.ts'

/** A buyer takes the case back by the link of a receipt, from any browser. */
export async function withdrawSignedCase(
  ctx: Ctx,
  { token }: { token: string },
): Promise<CaseView> {
  const payment = await readSignedPayment(ctx, token)
  const found = await inTransaction(ctx, async (tx) => {
    const buyer = await lockActing(tx, payment.buyerId, 'no key update')
    if (!buyer || buyer.deletedAt || buyer.bannedAt) throw caseNotFound()
    const locked = await lockPayment(tx, payment.id)
    const row = locked.buyerId === buyer.id ? await lockCaseOf(tx, locked.id) : undefined
    if (!row) throw caseNotFound()
    const ending = { state: 'withdrawn', decision: null, decidedBy: 'buyer' } as const
    return closeCase(tx, { row, payment: locked }, ending)
  })
  return viewCase(ctx, found, 'buyer')
}
