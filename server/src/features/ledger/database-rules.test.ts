import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { START, sell } from '../../../test/support/money/post-sales.ts'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import {
  ACCOUNT_KINDS,
  ENTRY_KINDS,
  OWNED_KINDS,
  SUBJECT_TYPES,
} from '../../schema/ledger-kinds.ts'
import { listLedgerLines } from './queries.ts'

let database: TestDatabase
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = { ...createTestCtx(database), clock: { now: () => START } }
})
afterAll(() => database.drop())

async function refuses(statement: string, why: RegExp) {
  await expect(database.pool.query(statement)).rejects.toThrow(why)
}

test("the database's checks list the same kinds and subjects as the code", async () => {
  const listed = async (constraint: string) => {
    const { rows } = await database.pool.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1`,
      [constraint],
    )
    return [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)]
      .map(([, word]) => word ?? '')
      .toSorted()
  }
  expect(await listed('ledger_accounts_kind')).toEqual(ACCOUNT_KINDS.toSorted())
  expect(await listed('ledger_accounts_owned')).toEqual(OWNED_KINDS.toSorted())
  expect(await listed('ledger_entries_kind')).toEqual(ENTRY_KINDS.toSorted())
  expect(await listed('ledger_entries_subject_type')).toEqual(SUBJECT_TYPES.toSorted())
})

test('the database refuses to change, remove, unbalance or extend a posted entry', async () => {
  const { paymentId } = await sell(ctx, 300)
  const id = (await listLedgerLines(ctx, { paymentId }))[0]?.entryId ?? ''
  for (const table of ['ledger_accounts', 'ledger_entries', 'ledger_postings']) {
    const column = table === 'ledger_accounts' ? 'kind' : 'amount'
    await refuses(`update ${table} set ${column} = ${column}`, /append-only/)
    await refuses(`delete from ${table}`, /append-only/)
    await refuses(`truncate ${table} cascade`, /append-only/)
  }
  const account = `(select id from ledger_accounts where kind = 'platform' and book = 'live')`
  const line = (entry: string, amount: number) =>
    `insert into ledger_postings (id, entry_id, account_id, currency, book, amount) values (gen_random_uuid(), '${entry}', ${account}, 'usd', 'live', ${amount})`
  await refuses(line(id, 5), /closed/)
  const entry = newId()
  const head = `insert into ledger_entries (id, key, kind, subject_type, subject_id, amount, currency, book, occurred_at) values ('${entry}', 'x', 'capture', 'adjustment', gen_random_uuid(), 5, 'usd', 'live', now());`
  await refuses(head, /does not balance/)
  await refuses(`${head} ${line(entry, 5)}`, /does not balance/)
  await refuses(`${head} ${line(entry, 5)}; ${line(entry, -4)}`, /off by 1/)
  for (const [ours, other] of [
    ["'usd'", "'eur'"],
    ["'live'", "'test:sandbox'"],
  ] as const) {
    const elsewhere = line(entry, 5)
      .replace(`${ours}, 5`, `${other}, 5`)
      .replace(`${ours}, 'l`, `${other}, 'l`)
    await refuses(`${head} ${elsewhere}`, /ledger_postings_(entry|account)/)
  }
  await refuses(head.replace("'adjustment'", "'payment'"), /ledger_entries_subject/)
  await database.pool.query(`${head} ${line(entry, 5)}; ${line(entry, -5)}`)
})

test('the database refuses a jurisdiction on every account but tax', async () => {
  const account = (kind: string, jurisdiction: string) =>
    `insert into ledger_accounts (id, kind, jurisdiction, currency, book)
     values (gen_random_uuid(), '${kind}', ${jurisdiction}, 'usd', 'live')`
  await refuses(account('platform', "'AT'"), /ledger_accounts_taxing/)
  await refuses(account('tax_payable', 'null'), /ledger_accounts_taxing/)
})
