import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { sumSetAside } from './sum-set-aside.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** The part of a creator's balance that clears on one day. */
interface PendingDay {
  /** UTC, `2026-11-27`. */
  day: string
  /** Days between the sale and its clearing. */
  waits: number
  amount: number
}

/** What one person is owed, in one book and currency. */
interface Owed {
  /** Credits less payouts; negative where more was paid than is owed. */
  balance: number
  /** The parts of the balance that clear after the given time, in order. */
  pending: PendingDay[]
  /** The creator's part of open disputes, which is not in the balance. */
  setAside: number
}

/** Sums all principals of one person, as of a time of clearing. */
export async function getOwed(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: string[],
  money: Money,
  at: Date,
): Promise<Owed> {
  const credit = sql<string>`coalesce(sum(-${ledgerPostings.amount}), 0)`
  const isTheirs = and(
    inArray(ledgerAccounts.ownerId, ownerIds),
    eq(ledgerAccounts.currency, money.currency),
    eq(ledgerAccounts.book, money.book),
  )
  const [total] = await ctx.db
    .select({ balance: credit })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(isTheirs)
  const day = sql<string>`to_char(${ledgerPostings.clearsAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const capturedAt = sql`(select min(capture.occurred_at) from ledger_entries capture
    where capture.payment_id = ${ledgerEntries.paymentId} and capture.kind = 'capture')`
  const waits = sql<string>`round(extract(epoch from ${ledgerPostings.clearsAt} - ${capturedAt}) / 86400)`
  const pending = await ctx.db
    .select({ day, waits, amount: credit })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(isTheirs, sql`${ledgerPostings.clearsAt} > ${at.toISOString()}::timestamptz`))
    .groupBy(sql`1`, sql`2`)
    .having(sql`sum(${ledgerPostings.amount}) <> 0`)
    .orderBy(sql`1`, sql`2`)
  return {
    balance: Number(total?.balance ?? 0),
    pending: pending.map((row) => ({
      day: row.day,
      waits: Number(row.waits),
      amount: Number(row.amount),
    })),
    setAside: await sumSetAside(ctx, ownerIds, money),
  }
}
