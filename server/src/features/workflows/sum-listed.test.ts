import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import { findWorkflows, sumListed } from './list-workflows.ts'

const MAKER = '01900000-0000-7000-8000-000000000001'
const COUNT = 10
let database: TestDatabase
let ctx: Ctx

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = createTestCtx(database)
  await database.pool.query(`
    insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
      values ('${MAKER}', 'user', true, 'maker', 'test', '1', now())`)
})
afterAll(() => database.drop())

const idOf = (number: number) => `01900000-0000-7000-9000-${String(number).padStart(12, '0')}`

const publish = (number: number) =>
  database.pool.query(`
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
    values ('${idOf(number)}', '${MAKER}', 1, 'A workflow', '', 'maker', ${number % 2 ? 0 : 120},
      1000, 'image', '${number % 3 ? 'image' : 'video'}', 'personal', now(), now())
    on conflict do nothing`)
const change = (number: number, text: string) =>
  database.pool.query(`update workflows set ${text} where id = '${idOf(number)}'`)

const CHANGES = [
  publish,
  (number: number) => change(number, 'hidden_at = now()'),
  (number: number) => change(number, 'hidden_at = null'),
  (number: number) => change(number, 'deleted_at = now()'),
  (number: number) => change(number, 'deleted_at = null'),
  (number: number) => change(number, 'waiting = not waiting'),
  (number: number) => change(number, "state = 'paused'"),
  (number: number) => change(number, "state = 'listed'"),
  (number: number) => change(number, 'failing_at = now()'),
  (number: number) => change(number, 'failing_at = null'),
  (number: number) => change(number, 'price = 120 - price'),
  (number: number) => change(number, "output_kind = 'video'"),
  (number: number) => change(number, "category = 'pets'"),
  (number: number) => change(number, 'category = null'),
  (number: number) => database.pool.query(`delete from workflows where id = '${idOf(number)}'`),
]

const FILTERS = [
  [{}, 'true'],
  [{ price: 'free' }, 'price = 0'],
  [{ category: 'pets' }, "category = 'pets'"],
  [{ category: 'pets', price: 'free' }, "category = 'pets' and price = 0"],
  [{ price: 'paid', output_type: 'image' }, "price > 0 and output_kind = 'image'"],
] as const

async function expectTotals() {
  for (const [filter, where] of FILTERS) {
    const { total } = await findWorkflows(ctx, {
      page: 1,
      per_page: 1,
      sort_by: 'created_at',
      sort_order: 'DESC',
      ...filter,
    })
    const { rows } = await database.pool.query(
      `select count(*)::int as total from workflows w where is_listed(w) and ${where}`,
    )
    expect(total).toBe(rows[0].total)
  }
}

test('after any change of workflows, before and after summing, the totals equal the counts', async () => {
  const step = fc.record({
    change: fc.integer({ min: 0, max: CHANGES.length - 1 }),
    number: fc.integer({ min: 0, max: COUNT - 1 }),
    sum: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const { change: which, number, sum } of steps) {
        await CHANGES[which]?.(number)
        if (sum) await sumListed.run(ctx)
      }
      await expectTotals()
    }),
    { numRuns: 60 },
  )
})

test('ten publish while rows are summed, and one row remains for each kind and price', async () => {
  await database.pool.query('delete from workflows')
  const publishing = Array.from({ length: 10 }, (_, number) => publish(100 + number))
  const sums = Array.from({ length: 5 }, () => sumListed.run(ctx))
  await Promise.all([...publishing, ...sums])
  await expectTotals()
  await publish(200)
  await sumListed.run(ctx)
  const { rows } = await database.pool.query(
    'select output_kind, free, category from workflow_tallies group by 1, 2, 3 having count(*) > 1',
  )
  expect(rows).toEqual([])
  await expectTotals()
})

test('two publications wait neither for each other nor for the sum', async () => {
  const clients = await Promise.all([database.pool.connect(), database.pool.connect()])
  try {
    for (const client of clients) {
      // The transaction before stays open, so that a wait for its rows would never end by itself.
      await client.query("begin; set local lock_timeout = '5s'")
      await client.query(`update workflows set hidden_at = now() where id = any(array(
        select id from workflows where hidden_at is null limit 1 for update skip locked))`)
    }
    await sumListed.run(ctx)
    await expectTotals()
    for (const client of clients) await client.query('commit')
  } finally {
    for (const client of clients) client.release(true)
  }
  await expectTotals()
})
