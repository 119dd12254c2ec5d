import { and, count, desc, eq, gte, inArray, isNotNull, notInArray, type SQL } from 'drizzle-orm'
import type { Principal, TxCtx } from '../../../ctx.ts'
import { utcDayOf } from '../../../platform/utc-day.ts'
import { payments } from '../tables.ts'
import { cancelledRuns } from './tables.ts'

/** Cancelled runs of a day (UTC) after which a buyer may start no further run with a cost. */
export const MOST = { visitor: 2, card: 2, network: 20, account: 5 } as const

export type Limit = keyof typeof MOST

/** The limit of the day that is reached, if any; for an account only the account's own limit counts. */
export async function findReachedLimit(
  tx: TxCtx,
  buyer: Pick<Principal, 'id' | 'kind'>,
  network: string | null,
): Promise<Limit | undefined> {
  const own = await countRuns(tx, eq(payments.buyerId, buyer.id), payments.buyerId)
  if (buyer.kind === 'user') return own >= MOST.account ? 'account' : undefined
  // On one's own machine no stranger is a new guest each time.
  if (tx.config.loopback) return undefined
  if (own >= MOST.visitor) return 'visitor'
  const cards = tx.db
    .select({ card: payments.card })
    .from(payments)
    .where(and(eq(payments.buyerId, buyer.id), isNotNull(payments.card)))
  const byCard = await countRuns(tx, inArray(payments.card, cards), payments.card)
  if (byCard >= MOST.card) return 'card'
  if (!network) return undefined
  const here = await countRuns(tx, eq(cancelledRuns.network, network), cancelledRuns.network)
  return here >= MOST.network ? 'network' : undefined
}

/**
 * Today's cancelled runs, except those whose payment was charged for a later run; of several groups the
 * largest.
 */
async function countRuns(
  tx: TxCtx,
  which: SQL,
  by: typeof payments.card | typeof payments.buyerId | typeof cancelledRuns.network,
): Promise<number> {
  const [row] = await tx.db
    .select({ runs: count() })
    .from(cancelledRuns)
    .innerJoin(payments, eq(payments.id, cancelledRuns.paymentId))
    .where(
      and(
        gte(cancelledRuns.at, utcDayOf(tx.clock.now()).start),
        notInArray(payments.state, ['capture_requested', 'captured']),
        which,
      ),
    )
    .groupBy(by)
    .orderBy(desc(count()))
    .limit(1)
  return row?.runs ?? 0
}
