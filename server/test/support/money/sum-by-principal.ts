import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../src/ctx.ts'

/** What all accounts of a principal are owed, by SQL that shares no code with the product. */
export async function sumByPrincipal(ctx: Pick<Ctx, 'db'>, id: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ cents: number }>(sql`
    select coalesce(sum(-l.amount), 0)::int as cents from ledger_postings l
    join ledger_accounts a on a.id = l.account_id where a.owner_id = ${id}`)
  return rows[0]?.cents ?? 0
}
