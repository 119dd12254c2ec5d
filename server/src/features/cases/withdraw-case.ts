import type { CaseView } from '@vignette/contract/cases.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { closeCase } from './close-case.ts'
import { caseNotFound, lockCase } from './queries.ts'
import { viewCase } from './view-case.ts'

/** The buyer takes the case back; another case about the payment cannot be opened. */
export async function withdrawCase(ctx: Ctx, id: string): Promise<CaseView> {
  const found = await inTransaction(ctx, async (tx) => {
    const { owner } = await lockCaller(tx)
    const locked = await lockCase(tx, id)
    if (locked.payment.buyerId !== owner.id) throw caseNotFound()
    return closeCase(tx, locked, { state: 'withdrawn', decision: null, decidedBy: 'buyer' })
  })
  return viewCase(ctx, found, 'buyer')
}
