import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { newId } from '../../src/platform/ids.ts'
import { createEmptyDatabase, type TestDatabase } from '../support/create-test-database.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))

let database: TestDatabase
let before: string
beforeAll(async () => {
  database = await createEmptyDatabase()
  before = await mkdtemp(join(tmpdir(), 'vignette-test-books-'))
  await cp(MIGRATIONS, before, { recursive: true })
  const path = join(before, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(path, 'utf8'))
  const at = journal.entries.findIndex(({ tag }) => tag === '0022_disputes')
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
})
afterAll(async () => {
  await database.drop()
  await rm(before, { recursive: true, force: true })
})

/** A sale as the version before wrote it. */
async function sell(creator: string, gateway: string, testMode: boolean): Promise<string> {
  const payment = newId()
  const workflow = newId()
  const entry = newId()
  const account = (kind: string) =>
    `(select id from ledger_accounts where kind = '${kind}' and owner_id is not distinct from ${kind === 'creator' ? `'${creator}'` : 'null'})`
  const line = (kind: string, amount: number, rest = 'null, null') =>
    `insert into ledger_postings (id, entry_id, account_id, currency, amount, share_percent, clears_at) values (gen_random_uuid(), '${entry}', ${account(kind)}, 'usd', ${amount}, ${rest});`
  await database.pool.query(`
    insert into payments (id, state, buyer_id, workflow_id, workflow_version, workflow_name, license, creator_id, share_percent, amount, currency, gateway, test_mode, public, created_at, session_expires_at, moved_at)
      values ('${payment}', 'created', '${creator}', '${workflow}', 1, 'Portrait', 'personal', '${creator}', 70, 300, 'usd', '${gateway}', ${testMode}, false, now(), now(), now());
    insert into ledger_accounts (id, kind, owner_id, currency)
      values (gen_random_uuid(), 'gateway', null, 'usd'), (gen_random_uuid(), 'platform', null, 'usd'), (gen_random_uuid(), 'creator', '${creator}', 'usd') on conflict do nothing;
    insert into ledger_entries (id, key, kind, payment_id, workflow_id, amount, currency, occurred_at)
      values ('${entry}', 'capture:${payment}', 'capture', '${payment}', '${workflow}', 300, 'usd', now());
    ${line('gateway', 300)} ${line('creator', -210, '70, now()')} ${line('platform', -90)}`)
  return payment
}

test('a database of before is told its books, and each line keeps its amount', async () => {
  await migrate(database.connectionString, before)
  const creator = newId()
  await database.pool.query(
    `insert into principals (id, kind, issuer, subject, created_at) values ('${creator}', 'user', 'test', 'x', now())`,
  )
  const payments = [
    await sell(creator, 'sandbox', true),
    await sell(creator, 'sandbox', true),
    await sell(creator, 'stripe', true),
    await sell(creator, 'stripe', false),
  ]
  await migrate(database.connectionString)
  const { rows: books } = await database.pool.query(
    `select id, book from payments order by id = '${payments[0]}' desc, id`,
  )
  expect(books.map(({ book }) => book)).toEqual([
    'test:sandbox',
    'test:sandbox',
    'test:stripe',
    'live',
  ])
  const { rows: totals } = await database.pool.query(`
    select a.book, a.kind, sum(p.amount)::int as total
    from ledger_accounts a join ledger_postings p on p.account_id = a.id
    group by a.id order by a.book, a.kind`)
  expect(totals.map(({ book, kind, total }) => `${book} ${kind} ${total}`)).toEqual([
    'live creator -210',
    'live gateway 300',
    'live platform -90',
    'test:sandbox creator -420',
    'test:sandbox gateway 600',
    'test:sandbox platform -180',
    'test:stripe creator -210',
    'test:stripe gateway 300',
    'test:stripe platform -90',
  ])
  const { rows: entries } = await database.pool.query(
    `select count(*)::int as n from ledger_entries where subject_type = 'payment' and subject_id = payment_id`,
  )
  expect(entries).toEqual([{ n: 4 }])
  for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings']) {
    await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('append-only')
  }
})
