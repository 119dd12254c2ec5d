import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { inLists } from '../../platform/db/groups.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { lockActing } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { applyHoldRules } from './apply-hold-rules.ts'
import { getPositions } from './get-position.ts'
import { listCreatorsOwed } from './list-creators-owed.ts'
import { payoutHolds } from './tables.ts'

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
  const ruled: string[] = []
  for (const group of inLists([...new Set([...owed, ...inForce])], READ_TOGETHER)) {
    for (const [id, { ruleHolds }] of await getPositions(ctx, group, now)) {
      if (ruleHolds.length > 0 || inForce.has(id)) ruled.push(id)
    }
  }
  let failure: unknown
  for (const id of ruled) {
    try {
      await inTransaction(ctx, async (tx) => {
        const creator = await lockActing(tx, id, 'no key update')
        if (creator?.id === id) await applyHoldRules(tx, await getPositions(tx, [id], now))
      })
    } catch (error) {
      ctx.log.error({ err: error, principalId: id }, 'the hold rules could not be applied')
      failure = error
    }
  }
  if (failure) throw failure
}
