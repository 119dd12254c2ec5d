import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import { anchorsOf } from '../../platform/db/rank-anchors.ts'
import { listWorkflows, type WorkflowQuery } from './list-workflows.ts'

const COUNT = 3_000
let database: TestDatabase
let ctx: Ctx

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = createTestCtx(database, { clock: { now: () => new Date('2026-11-21T12:00:00Z') } })
  await database.pool.query(`
    insert into principals (id, kind, named, username, issuer, subject, created_at)
      values ('01900000-0000-7000-8000-000000000001', 'user', true, 'maker', 'test', '1', now())`)
  await insert(
    1,
    COUNT,
    `now() - interval '1 year' * (1 - n::float8 / ${COUNT}) - interval '1 hour'`,
  )
})
afterAll(() => database.drop())

const idOf = (n: string) =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(1000 + ${n}), 12, '0'))::uuid`

async function insert(from: number, to: number, createdAt: string) {
  await database.pool.query(`
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time_ms, output_type, output_kind, license, popularity, created_at, updated_at)
    select ${idOf('n')}, '01900000-0000-7000-8000-000000000001', 1, 'Recipe ' || n, '', 'maker',
      case when n % 3 = 0 then 0 else 50 + n % 70 end, 1000, 'image',
      case when n % 4 = 0 then 'video' else 'image' end, 'personal', n % 11, ${createdAt}, now()
    from generate_series(${from}, ${to}) n`)
}

const query = (change: Partial<WorkflowQuery>): WorkflowQuery => ({
  page: 1,
  per_page: 48,
  sort_by: 'created_at',
  sort_order: 'DESC',
  ...change,
})

const LISTS: Partial<WorkflowQuery>[] = [
  {},
  { sort_order: 'ASC' },
  { sort_by: 'popular' },
  { sort_by: 'price', sort_order: 'ASC' },
  { output_type: 'image', price: 'paid' },
]

/** The whole list as PostgreSQL sorts it. */
async function everything({
  sort_by,
  sort_order = 'DESC',
  output_type,
  price,
}: Partial<WorkflowQuery>) {
  const first = sort_by === 'popular' ? 'popularity' : sort_by === 'price' ? 'price' : undefined
  const order = [first, 'created_at', 'id'].flatMap((one) => (one ? `${one} ${sort_order}` : []))
  const rows = await ctx.db.execute<{ id: string }>(
    sql.raw(`select id from workflows where hidden_at is null and deleted_at is null
      ${output_type ? "and output_kind = 'image'" : ''} ${price ? 'and price > 0' : ''} order by ${order.join()}`),
  )
  return rows.rows.map((row) => row.id)
}

/** Every page of a list, one after another, as one list. */
async function browse(list: Partial<WorkflowQuery>) {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const answer = await listWorkflows(ctx, query({ ...list, page }))
    ids.push(...answer.workflows.map((card) => card.id))
    if (!answer.has_more) return { ids, total: answer.total }
  }
}

test.each(LISTS)(
  'all pages of %o make the list, before and after its places are known',
  async (list) => {
    const all = await everything(list)
    for (const _ of ['counted', 'known']) {
      expect(await browse(list)).toEqual({ ids: all, total: all.length })
      await anchorsOf(ctx).settled()
    }
  },
)

const setRecipe = (number: number, change: string) => () =>
  database.pool.query(`update workflows set ${change} where id = ${idOf(String(number))}`)

test.each([
  ['come at the end', () => insert(COUNT + 1, COUNT + 5, 'now()')],
  ['come in between', () => insert(COUNT + 6, COUNT + 6, "now() - interval '6 months'")],
  ['are hidden', setRecipe(700, 'hidden_at = now()')],
  ['are shown again', setRecipe(700, 'hidden_at = null')],
  ['are deleted', setRecipe(1500, 'deleted_at = now()')],
  ['become free', setRecipe(1000, 'price = 0')],
  ['cost more', setRecipe(1001, 'price = 5000')],
  ['vanish', () => database.pool.query(`delete from workflows where id = ${idOf('2000')}`)],
])('it stays so when recipes %s', async (_, happen) => {
  const lists: Partial<WorkflowQuery>[] = [{}, { sort_by: 'price' }]
  // As a process that knows the places of these lists as they were.
  ctx = { ...ctx, events: {} as Ctx['events'] }
  for (const list of lists) await browse(list)
  await anchorsOf(ctx).settled()
  await happen()
  for (const list of lists) {
    const all = await everything(list)
    expect(await browse(list)).toEqual({ ids: all, total: all.length })
  }
})

test('new recipes at the end leave the known places as they are', async () => {
  const known = async () => {
    const { rows } = await database.pool.query(
      'select sum(moved)::int as moved from workflow_tallies',
    )
    return rows[0].moved as number
  }
  const before = await known()
  await insert(COUNT + 10, COUNT + 20, 'now()')
  expect(await known()).toBe(before)
  await insert(COUNT + 21, COUNT + 21, "now() - interval '2 minutes'")
  expect(await known()).toBe(before + 1)
})

test('a page beyond the last is empty and tells the total', async () => {
  const answer = await listWorkflows(ctx, query({ page: 1_000_000 }))
  expect(answer.workflows).toEqual([])
  expect(answer.total).toBe((await everything({})).length)
})

test('ten publish and hide at once, and the total is right', async () => {
  const numbers = Array.from({ length: 10 }, (_, at) => at)
  await Promise.all(
    numbers.flatMap((at) => [
      insert(COUNT + 100 + at, COUNT + 100 + at, 'now()'),
      database.pool.query(
        `update workflows set hidden_at = now() where id = ${idOf(String(100 + at))}`,
      ),
    ]),
  )
  const { total } = await listWorkflows(ctx, query({}))
  expect(total).toBe((await everything({})).length)
})
