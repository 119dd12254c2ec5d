import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { currentBook } from '../payments/index.ts'
import type { CurrentPosition } from './get-position.ts'
import { nameOf, type RuleHold } from './rules-holds.ts'
import { type HoldRow, payoutHolds } from './tables.ts'
import { tellOfHold } from './tell-creator.ts'

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
  if (!known) await tellOfHold(tx, row)
}
