import { currencyHere } from '@vignette/contract/currency.ts'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Ctx } from '../../../src/ctx.ts'
import { listMargins } from '../../../src/features/console/margins.ts'
import { currentBook } from '../../../src/features/payments/index.ts'

/** The board, by each of its keys, adds up to the accounts of the ledger. */
export async function checkMargins(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute<Record<string, string>>(sql`
    with posted as (
      select a.kind as account, l.amount, e.kind from ledger_postings l
      join ledger_accounts a on a.id = l.account_id join ledger_entries e on e.id = l.entry_id
      where e.book = ${currentBook(ctx)} and e.currency = ${currencyHere()})
    select (select count(*) from posted where kind = 'capture' and account = 'gateway') as sales,
      coalesce(-sum(amount) filter (where account = 'tax_payable'), 0) as tax,
      coalesce(-sum(amount) filter (where account in ('owed_back', 'own_runs')), 0) as other,
      coalesce(-sum(amount) filter (where account = 'referrer'), 0) as referrer,
      coalesce(sum(amount) filter (where account = 'processor_fees'), 0) as card_fee,
      coalesce(sum(amount) filter (where account = 'provider_costs'), 0) as provider_cost,
      coalesce(-sum(amount) filter (where account in ('creator', 'unclaimed') and kind not in
        ('payout', 'transfer_refused', 'payout_returned', 'reversal', 'adjustment', 'bad_debt')), 0) as creator,
      coalesce(-sum(amount) filter (where account in ('platform', 'processor_fees', 'provider_costs')
        and kind <> 'adjustment'), 0) as "left",
      coalesce(sum(amount) filter (where account in ('gateway', 'contested', 'set_aside')
        and (kind in ('capture', 'refund', 'refund_failed') or kind like 'dispute_%')
        and kind <> 'dispute_fee'), 0) as paid
    from posted`)
  const ledger = Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, sum]) => [name, Number(sum)]),
  )
  for (const by of ['workflow', 'provider', 'day'] as const) {
    const board = await listMargins(ctx, { by, from: '2020-01-01', to: '2099-12-31' })
    const sumOf = (name: string) =>
      board.reduce((sum, row) => sum + Number(row[name as keyof typeof row]), 0)
    const sums = Object.fromEntries(Object.keys(ledger).map((name) => [name, sumOf(name)]))
    expect(sums, by).toEqual(ledger)
    for (const row of board) {
      const { paid, tax, creator, referrer, other, card_fee, provider_cost, left } = row
      expect(paid - tax - creator - referrer - other - card_fee - provider_cost).toBe(left)
    }
  }
}
