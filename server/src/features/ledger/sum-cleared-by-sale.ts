import { sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Groups, groupedTable } from '../../platform/db/groups.ts'
import type { Money } from './book.ts'

/** What each person is owed of these sales, by person and sale, where the sale has cleared by then. */
export async function sumClearedBySale(
  ctx: Pick<Ctx, 'db'>,
  people: Groups,
  { book, currency }: Money,
  paymentIds: readonly string[],
  at: Date,
): Promise<Map<string, Map<string, number>>> {
  const cleared = new Map<string, Map<string, number>>()
  if (paymentIds.length === 0) return cleared
  const { rows } = await ctx.db.execute<{ person: string; paymentId: string; amount: string }>(sql`
    select grouped.group_id as person, entry.payment_id as "paymentId", sum(-posting.amount) as amount
    from ${groupedTable(people)}
    join ledger_accounts account on account.owner_id = grouped.id
      and account.currency = ${currency} and account.book = ${book}
    join ledger_postings posting on posting.account_id = account.id
    join ledger_entries entry on entry.id = posting.entry_id
    where entry.payment_id = any(${sql.param([...paymentIds])}::uuid[])
      and posting.clears_at <= ${at.toISOString()}::timestamptz
    group by 1, 2`)
  for (const { person, paymentId, amount } of rows) {
    const sales = cleared.get(person) ?? new Map<string, number>()
    cleared.set(person, sales.set(paymentId, Number(amount)))
  }
  return cleared
}
