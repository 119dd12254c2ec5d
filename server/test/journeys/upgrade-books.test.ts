import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { newId } from '../../src/platform/ids.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/create-test-database.ts'
import { loadRelease01, RELEASE_01 } from '../support/load-release-0.1.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
  await loadRelease01(database.connectionString)
})
afterAll(() => database.drop())

/** A sale at Stripe as 0.1 wrote it, on the same accounts as the sandbox's sales. */
async function sell(testMode: boolean): Promise<void> {
  const payment = newId()
  const entry = newId()
  const creator = RELEASE_01.creator.id
  const account = (kind: string) =>
    `(select id from ledger_accounts where kind = '${kind}' and owner_id is not distinct from ${kind === 'creator' ? `'${creator}'` : 'null'})`
  const line = (kind: string, amount: number, rest = 'null, null') =>
    `insert into ledger_postings (id, entry_id, account_id, currency, amount, share_percent, clears_at) values (gen_random_uuid(), '${entry}', ${account(kind)}, 'usd', ${amount}, ${rest});`
  await database.pool.query(`
    insert into payments (id, state, buyer_id, workflow_id, workflow_version, workflow_name, license, creator_id, share_percent, amount, currency, gateway, test_mode, public, created_at, session_expires_at, moved_at)
      values ('${payment}', 'created', '${creator}', '${RELEASE_01.workflows.priced}', 1, 'Portrait', 'personal', '${creator}', 70, 300, 'usd', 'stripe', ${testMode}, false, now(), now(), now());
    insert into ledger_entries (id, key, kind, payment_id, workflow_id, amount, currency, occurred_at)
      values ('${entry}', 'capture:${payment}', 'capture', '${payment}', '${RELEASE_01.workflows.priced}', 300, 'usd', now());
    ${line('gateway', 300)} ${line('creator', -210, '70, now()')} ${line('platform', -90)}`)
}

test('each payment gets its book from gateway and mode, and each posting keeps its amount', async () => {
  await sell(true)
  await sell(false)
  await migrate(database.connectionString)
  const { rows: books } = await database.pool.query<{ book: string; payments: number }>(
    'select book, count(*)::int as payments from payments group by book order by book',
  )
  expect(books).toEqual([
    { book: 'live', payments: 1 },
    { book: 'test:sandbox', payments: 5 },
    { book: 'test:stripe', payments: 1 },
  ])
  const { rows: totals } = await database.pool.query<Record<string, string>>(`
    select a.book, a.kind, sum(p.amount)::int as total
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    group by a.id order by a.book, a.kind`)
  expect(totals.map(({ book, kind, total }) => `${book} ${kind} ${total}`)).toEqual([
    'live creator -210',
    'live gateway 300',
    'live platform -90',
    'test:sandbox creator -455',
    'test:sandbox gateway 541',
    'test:sandbox platform -195',
    'test:sandbox processor_fees 109',
    'test:stripe creator -210',
    'test:stripe gateway 300',
    'test:stripe platform -90',
  ])
  const { rows: strayed } = await database.pool.query(`
    select 1 from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    where e.subject_type <> 'payment' or e.subject_id <> e.payment_id or p.book is distinct from e.book
      or e.book <> (select book from payments where id = e.payment_id)`)
  expect(strayed).toEqual([])
  for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings']) {
    await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('append-only')
  }
})
