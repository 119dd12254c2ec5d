import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import type { Money } from './book.ts'
import { sumSetAside } from './sum-set-aside.ts'

/** The part of a creator's balance that clears on one day. */
interface PendingDay {
  /** UTC, `2026-11-27`. */
  day: string
  /** Days between the sale and its clearing. */
  waits: number
  amount: number
}

/** What one person is owed, in one book and currency. */
export interface Owed {
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
  ownerIds: readonly string[],
  money: Money,
  at: Date,
): Promise<Owed> {
  const person = ownerIds[0] ?? ''
  const owed = await getOwedBy(ctx, new Map([[person, ownerIds]]), money, at)
  return owed.get(person) ?? { balance: 0, pending: [], setAside: 0 }
}

/** What each of these persons is owed, as `getOwed`. */
export async function getOwedBy(
  ctx: Pick<Ctx, 'db'>,
  people: Groups,
  money: Money,
  at: Date,
): Promise<Map<string, Owed>> {
  const theirs = sql`${groupedTable(people)}
    join ledger_accounts account on account.owner_id = grouped.id
      and account.currency = ${money.currency} and account.book = ${money.book}
    join ledger_postings posting on posting.account_id = account.id`
  const { rows: totals } = await ctx.db.execute<{ person: string; balance: string }>(sql`
    select grouped.group_id as person, sum(-posting.amount) as balance from ${theirs} group by 1`)
  const { rows: pending } = await ctx.db.execute<{
    person: string
    day: string
    waits: string
    amount: string
  }>(sql`
    select grouped.group_id as person,
      to_char(posting.clears_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      round(extract(epoch from posting.clears_at - (select min(capture.occurred_at)
        from ledger_entries capture
        where capture.payment_id = entry.payment_id and capture.kind = 'capture')) / 86400) as waits,
      sum(-posting.amount) as amount
    from ${theirs}
    join ledger_entries entry on entry.id = posting.entry_id
    where posting.clears_at > ${at.toISOString()}::timestamptz
    group by 1, 2, 3 having sum(posting.amount) <> 0 order by 1, 2, 3`)
  const setAside = await sumSetAside(ctx, people, money)
  const owed = new Map<string, Owed>()
  for (const person of people.keys()) {
    owed.set(person, { balance: 0, pending: [], setAside: setAside.get(person) ?? 0 })
  }
  for (const { person, balance } of totals) {
    const row = owed.get(person)
    if (row) row.balance = Number(balance)
  }
  for (const { person, day, waits, amount } of pending) {
    owed.get(person)?.pending.push({ day, waits: Number(waits), amount: Number(amount) })
  }
  return owed
}
