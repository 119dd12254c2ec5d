import { currencyHere } from '@vignette/contract/currency.ts'
import { CLEARANCE_DAYS, NEW_CREATOR } from '@vignette/contract/money-limits.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { payments } from '../../schema/payments.ts'
import { findByAnyId, listOwners } from '../identity/index.ts'
import { type Book, hasBeenPaid } from '../ledger/index.ts'
import { isNewCreator } from './rules.ts'

/** The days after which a sale that is captured now clears. */
export async function findClearanceDays(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  creatorId: string,
  book: Book,
): Promise<number> {
  const owners = await listOwners(ctx, await findPerson(ctx, creatorId))
  const paidOut = await hasBeenPaid(ctx, owners, { book, currency: currencyHere() })
  const record = { paidOut, ...(await countSales(ctx, owners, book)) }
  return isNewCreator(record, ctx.clock.now()) ? NEW_CREATOR.clearanceDays : CLEARANCE_DAYS
}

/** A claimed visitor's sales are the account's. */
async function findPerson(ctx: Pick<Ctx, 'db'>, id: string): Promise<string> {
  const found = await findByAnyId(ctx, id)
  return !found || found.id === id ? id : findPerson(ctx, found.id)
}

/** Sales that were refunded or disputed in full show no buyer. */
async function countSales(
  ctx: Pick<Ctx, 'db'>,
  owners: string[],
  book: Book,
): Promise<{ firstSaleAt: Date | null; buyers: number }> {
  const { buyerId, captured, refunded, disputed, capturedAt } = payments
  const pays = sql`${captured} > ${refunded} + ${disputed} and not (${inArray(buyerId, owners)})`
  const [row] = await ctx.db
    .select({
      firstSaleAt: sql<Date | null>`min(${capturedAt})`.mapWith(capturedAt),
      buyers: sql<string>`count(distinct ${buyerId}) filter (where ${pays})`,
    })
    .from(payments)
    .where(
      and(
        inArray(payments.creatorId, owners),
        eq(payments.book, book),
        eq(payments.state, 'captured'),
      ),
    )
  return { firstSaleAt: row?.firstSaleAt ?? null, buyers: Number(row?.buyers ?? 0) }
}
