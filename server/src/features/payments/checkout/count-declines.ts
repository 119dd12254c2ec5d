import { and, count, desc, eq, gt, gte, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../../ctx.ts'
import { utcDayOf } from '../../../platform/utc-day.ts'
import { payments } from '../tables.ts'
import { publicNetworkHash } from './public-network-hash.ts'

/**
 * Counts today's sales (UTC) whose proof was declined or never answered: by the buyer, by a card of
 * the buyer or by the network, whichever count is largest.
 */
export async function countDeclines(tx: TxCtx, { id }: Pick<Principal, 'id'>): Promise<number> {
  const cards = tx.db
    .select({ card: payments.card })
    .from(payments)
    .where(and(eq(payments.buyerId, id), isNotNull(payments.card)))
  const network = publicNetworkHash(tx)
  const counts = [
    await countBy(tx, eq(payments.buyerId, id), payments.buyerId),
    await countBy(tx, inArray(payments.card, cards), payments.card),
    network ? await countBy(tx, eq(payments.network, network), payments.network) : 0,
  ]
  return Math.max(...counts)
}

async function countBy(
  tx: TxCtx,
  which: SQL,
  by: typeof payments.buyerId | typeof payments.card | typeof payments.network,
): Promise<number> {
  const [row] = await tx.db
    .select({ declines: count() })
    .from(payments)
    .where(
      and(
        which,
        gt(payments.proofs, 0),
        inArray(payments.state, ['release_requested', 'released']),
        gte(payments.movedAt, utcDayOf(tx.clock.now()).start),
      ),
    )
    .groupBy(by)
    .orderBy(desc(count()))
    .limit(1)
  return row?.declines ?? 0
}
