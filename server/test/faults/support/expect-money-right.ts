import { expect } from 'vitest'
import { ask, type Installation } from './installation.ts'

/** Compares our books with the gateway's: each charge belongs to one delivered creation. */
export async function expectMoneyRight(world: Installation): Promise<void> {
  const unearned = `
    select p.id, p.state from payments p left join creations c on c.id = p.creation_id
    where p.state in ('capture_requested', 'captured') and c.delivered_at is null`
  expect(await ask(world, unearned)).toEqual([])
  const unpaid = `
    select j.id, p.state from jobs j join payments p on p.id = j.payment_id
    where j.status = 'COMPLETED' and p.state <> 'captured'`
  expect(await ask(world, unpaid)).toEqual([])
  const twice = `
    select payment_id from ledger_entries where kind = 'capture'
    group by payment_id having count(*) > 1`
  expect(await ask(world, twice)).toEqual([])
  const unposted = `
    select p.id from payments p left join ledger_entries e on e.payment_id = p.id and e.kind = 'capture'
    where (p.state = 'captured') <> (e.id is not null)`
  expect(await ask(world, unposted)).toEqual([])
  // Reads the gateway's own books, since Vignette's books are under test.
  const taken = `select session_id, captured from payments where captured > 0`
  const ours = (await ask(world, taken)).map((row) => [String(row.session_id), row.captured])
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(await readCharges(world)))
  const ungiven = `
    select j.id from jobs j
    left join ledger_entries cost on cost.key = 'provider_cost:job:' || j.id
    left join ledger_entries given on given.key = 'free_run:job:' || j.id
    where given.amount is distinct from case when j.code_book is not null then cost.amount end`
  expect(await ask(world, ungiven)).toEqual([])
  const unbalanced = `
    select e.id from ledger_entries e left join ledger_postings l on l.entry_id = e.id
    group by e.id having coalesce(sum(l.amount), 1) <> 0`
  expect(await ask(world, unbalanced)).toEqual([])
}

const CHARGED = `
  select s.id, i.object->>'amount_received' as captured
  from stripe_sandbox.checkout_sessions s
  join stripe_sandbox.payment_intents i on i.id = s.object->>'payment_intent'
  where i.object->>'status' = 'succeeded'`

async function readCharges(world: Installation): Promise<Map<string, number>> {
  if (world.charges) return world.charges()
  const books = await ask(world, CHARGED)
  return new Map(books.map((row) => [String(row.id), Number(row.captured)]))
}
