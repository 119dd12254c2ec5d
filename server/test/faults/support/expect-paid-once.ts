import { expect } from 'vitest'
import { ask, type Installation } from './installation.ts'
import { EARNED } from './prepare-payee.ts'

/** Read by SQL and from the vendor's own books: what one sale earned went out once, and balances. */
export async function expectPaidOnce(
  world: Installation,
  transfers: () => Promise<number[]> | number[],
): Promise<void> {
  expect(await transfers()).toEqual([EARNED])
  const open = `select amount::int from payouts where state in ('in_transit', 'paid')`
  expect(await ask(world, open)).toEqual([{ amount: EARNED }])
  const left = `
    select coalesce(sum(p.amount), 0)::int as cents from ledger_postings p
    join ledger_accounts a on a.id = p.account_id where a.kind in ('creator', 'in_transit')`
  expect(await ask(world, left)).toEqual([{ cents: 0 }])
  const unbalanced = `
    select e.id from ledger_entries e left join ledger_postings l on l.entry_id = e.id
    group by e.id having coalesce(sum(l.amount), 1) <> 0`
  expect(await ask(world, unbalanced)).toEqual([])
}
