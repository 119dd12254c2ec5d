import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach } from '../../platform/sweep.ts'
import { type HoldRow, payoutHolds } from '../../schema/payouts.ts'
import { lockActing } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { notifyOfHold } from './notices.ts'
import { type CurrentPosition, getPositions } from './position.ts'
import { listCreatorsOwed } from './preview-run.ts'
import { nameOf, type RuleHold } from './rules-holds.ts'

/**
 * Writes down the holds that the rules set now, by the positions of creators, and lifts those whose
 * cause is gone; an admin's holds stay as they are. The caller has locked the creators.
 */
export async function applyHoldRules(
  tx: TxCtx,
  positions: ReadonlyMap<string, Pick<CurrentPosition, 'ruleHolds'>>,
): Promise<void> {
  const all = await tx.db
    .select()
    .from(payoutHolds)
    .where(
      and(
        sql`${payoutHolds.principalId} = any(${sql.param([...positions.keys()])}::uuid[])`,
        eq(payoutHolds.book, currentBook(tx)),
        isNotNull(payoutHolds.cause),
      ),
    )
  const byCreator = Map.groupBy(all, ({ principalId }) => principalId)
  for (const [principalId, { ruleHolds }] of positions) {
    const past = byCreator.get(principalId) ?? []
    const inForce = past.filter(({ liftedAt }) => liftedAt === null)
    const wanted = new Set(ruleHolds.map(nameOf))
    for (const row of inForce) {
      if (!wanted.has(nameOf(row))) await liftByRule(tx, row)
    }
    for (const hold of ruleHolds) {
      const isThis = (row: HoldRow) => nameOf(row) === nameOf(hold)
      const row = inForce.find(isThis)
      if (row) await changeHold(tx, row, hold)
      else await writeHold(tx, principalId, hold, past.some(isThis))
    }
  }
}

async function liftByRule(tx: TxCtx, { id }: HoldRow): Promise<void> {
  await tx.db
    .update(payoutHolds)
    .set({ liftedAt: tx.clock.now(), liftedBy: 'rule' })
    .where(and(eq(payoutHolds.id, id), isNull(payoutHolds.liftedAt)))
}

async function changeHold(tx: TxCtx, row: HoldRow, { amount, until }: RuleHold): Promise<void> {
  if (row.amount === amount && row.until?.getTime() === until?.getTime()) return
  await tx.db.update(payoutHolds).set({ amount, until }).where(eq(payoutHolds.id, row.id))
}

/** The creator is told once of each cause. */
async function writeHold(
  tx: TxCtx,
  principalId: string,
  hold: RuleHold,
  known: boolean,
): Promise<void> {
  const [row] = await tx.db
    .insert(payoutHolds)
    .values({
      id: newId(),
      principalId,
      book: currentBook(tx),
      setBy: 'rule',
      since: tx.clock.now(),
      ...hold,
    })
    .returning()
  if (!row) throw new Error('the hold was not written')
  if (!known) await notifyOfHold(tx, row)
}

const READ_TOGETHER = 500

/** Sets and lifts holds each hour; a run of payouts does so again for each creator that it pays. */
export const sweepHoldsTask = defineTask({
  name: 'payouts.hold',
  retryLimit: 0,
  cron: '41 * * * *',
  run: (ctx: Ctx) => sweepHolds(ctx),
})

/** Writes down and lifts the holds of every creator with cleared money or a hold that a rule set. */
export async function sweepHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const held = await ctx.db
    .selectDistinct({ id: payoutHolds.principalId })
    .from(payoutHolds)
    .where(
      and(
        eq(payoutHolds.book, currentBook(ctx)),
        isNotNull(payoutHolds.cause),
        isNull(payoutHolds.liftedAt),
      ),
    )
  const owed = await listCreatorsOwed(ctx, currentBook(ctx), now)
  const inForce = new Set(held.map((row) => row.id))
  const ruled: { id: string }[] = []
  for (const group of inLists([...new Set([...owed, ...inForce])], READ_TOGETHER)) {
    for (const [id, { ruleHolds }] of await getPositions(ctx, group, now)) {
      if (ruleHolds.length > 0 || inForce.has(id)) ruled.push({ id })
    }
  }
  await sweepEach(ctx, ruled, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const creator = await lockActing(tx, id, 'no key update')
      if (creator?.id === id) await applyHoldRules(tx, await getPositions(tx, [id], now))
    }),
  )
}
