import type { listPayoutHolds as route } from '@vignette/contract/operator-payouts.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { type HoldRow, payoutHolds } from '../../schema/payouts.ts'
import { findPrincipals, lockActing, requireStaff } from '../identity/index.ts'
import { currentBook, findCreator } from '../payments/index.ts'
import { recordAction } from './audit.ts'
import { notifyOfHold } from './notices.ts'
import { isInForce } from './queries.ts'

export async function listPayoutHolds(
  ctx: Ctx,
  input: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listPayoutHolds')
  const columns = [payoutHolds.since, payoutHolds.id]
  const list = { name: ['payout holds', currentBook(ctx)], columns, descending: true }
  const { rows, next_cursor } = await readPage(ctx.config, list, { ...input, offset: 0 }, (at) =>
    ctx.db
      .select({ row: payoutHolds, key: at.key })
      .from(payoutHolds)
      .where(and(isInForce(ctx), at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
  const people = await findPrincipals(
    ctx,
    rows.map(({ row }) => row.principalId),
  )
  return {
    holds: rows.map(({ row }) => ({
      id: row.id,
      principal_id: row.principalId,
      handle: people.get(row.principalId)?.handle ?? '',
      amount: row.amount,
      reason: row.reason,
      set_by: row.setBy,
      since: row.since.toISOString(),
      until: row.until?.toISOString() ?? null,
    })),
    next_cursor,
  }
}

interface SetPayoutHold {
  principal_id: string
  amount?: number | undefined
  reason: string
  until?: string | undefined
}

export async function setPayoutHold(ctx: Ctx, input: SetPayoutHold): Promise<{ id: string }> {
  const adminId = requireStaff(ctx, 'setPayoutHold')
  const until = input.until ? new Date(input.until) : null
  if (until && until <= ctx.clock.now()) {
    const message = 'must be a time to come'
    throw new AppError('validation_failed', `until: ${message}`, {
      details: [{ path: 'until', message }],
    })
  }
  return inTransaction(ctx, async (tx) => {
    const { id } = await setHold(tx, {
      principalId: input.principal_id,
      amount: input.amount ?? null,
      code: 'operator',
      reason: input.reason,
      setBy: 'admin',
      until,
    })
    tx.afterCommit(() => tx.log.info({ adminId, holdId: id }, 'a payout hold was set'))
    return { id }
  })
}

export async function liftPayoutHold(ctx: Ctx, id: string): Promise<void> {
  const adminId = requireStaff(ctx, 'liftPayoutHold')
  await liftHold(ctx, id)
  ctx.log.info({ adminId, holdId: id }, 'a payout hold was lifted')
}

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
    const what = { action: 'set_payout_hold', subjectType: 'hold', subjectId: row.id } as const
    await recordAction(tx, { ...what, note: hold.reason })
    await notifyOfHold(tx, row)
  }
  return row
}

/** An operator lifts a hold. Lifted twice, a hold keeps its first lifting. */
export async function liftHold(ctx: Ctx, id: string): Promise<HoldRow> {
  return inTransaction(ctx, async (tx) => {
    const [lifted] = await tx.db
      .update(payoutHolds)
      .set({ liftedAt: tx.clock.now(), liftedBy: 'admin' })
      .where(and(eq(payoutHolds.id, id), isNull(payoutHolds.liftedAt)))
      .returning()
    if (lifted) {
      const what = { action: 'lift_payout_hold', subjectType: 'hold', subjectId: id } as const
      await recordAction(tx, { ...what, note: lifted.reason })
      return lifted
    }
    const [row] = await tx.db.select().from(payoutHolds).where(eq(payoutHolds.id, id))
    if (!row) throw new AppError('not_found', 'There is no such hold.')
    return row
  })
}
