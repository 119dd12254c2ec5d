import type { Ctx, TxCtx } from '../../ctx.ts'
import { inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { lockActing } from '../identity/index.ts'
import { currentBook, findCreator } from '../payments/index.ts'
import { recordDeed } from './record-deed.ts'
import { type HoldRow, payoutHolds } from './tables.ts'
import { tellOfHold } from './tell-creator.ts'

interface SetHold {
  /** The creator's account id or handle. */
  principalId: string
  /** Null for everything. */
  amount: number | null
  code: HoldRow['code']
  reason: string
  setBy: HoldRow['setBy']
  until: Date | null
}

/** Keeps a creator's money back from the next payouts; under the creator's lock, as a run is. */
export async function setHold(ctx: Ctx, hold: SetHold): Promise<HoldRow> {
  return inTransaction(ctx, async (tx) => {
    const person = await findCreator(tx, hold.principalId)
    if (!person) throw new AppError('not_found', 'There is no such creator.')
    return writeHold(tx, { ...hold, principalId: person.id })
  })
}

async function writeHold(tx: TxCtx, hold: SetHold): Promise<HoldRow> {
  await lockActing(tx, hold.principalId, 'no key update')
  const [row] = await tx.db
    .insert(payoutHolds)
    .values({ id: newId(), book: currentBook(tx), since: tx.clock.now(), ...hold })
    .returning()
  if (!row) throw new Error('the hold was not written')
  if (hold.setBy === 'admin') {
    const deed = { action: 'set_payout_hold', subjectType: 'hold', subjectId: row.id } as const
    await recordDeed(tx, { ...deed, note: hold.reason })
    await tellOfHold(tx, row)
  }
  return row
}
