import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import { findWorkflows, type WorkflowQuery } from './list-workflows.ts'

const COUNT = 400
type Answer = Awaited<ReturnType<typeof findWorkflows>>
let database: TestDatabase
let ctx: Ctx

const idOf = (n: string) =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(1000 + ${n}), 12, '0'))::uuid`

const query = (change: Partial<WorkflowQuery>): WorkflowQuery => ({
  page: 1,
  per_page: 48,
  sort_by: 'created_at',
  sort_order: 'DESC',
  ...change,
})

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = createTestCtx(database, { clock: { now: () => new Date('2026-11-21T12:00:00Z') } })
  await database.pool.query(`
    insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
      values ('01900000-0000-7000-8000-000000000001', 'user', true, 'maker', 'test', '1', now())`)
  await insert(
    1,
    COUNT,
    `now() - interval '1 year' * (1 - n::float8 / ${COUNT}) - interval '1 hour'`,
  )
})
afterAll(() => database.drop())

async function insert(from: number, to: number, createdAt: string) {
  await database.pool.query(`
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, popularity, trending, category, tags, created_at, updated_at)
    select ${idOf('n')}, '01900000-0000-7000-8000-000000000001', 1, 'Recipe ' || n, '', 'maker',
      case when n % 3 = 0 then 0 else 50 + n % 70 end, 1000, 'image',
      case when n % 4 = 0 then 'video' else 'image' end, 'personal', n % 11, n % 13,
      case n % 5 when 0 then 'pets' when 1 then 'art' end,
      case when n % 7 = 0 then array['film-noir', 'n' || n] else '{}' end, ${createdAt}, now()
    from generate_series(${from}, ${to}) n`)
}

const LISTS: Partial<WorkflowQuery>[] = [
  {},
  { sort_order: 'ASC' },
  { sort_by: 'trending' },
  { sort_by: 'popular' },
  { sort_by: 'price', sort_order: 'ASC' },
  { output_type: 'image', price: 'paid' },
  { category: 'pets' },
  { category: 'art', sort_by: 'popular', price: 'paid', output_type: 'image' },
  { tag: 'Film Noir' },
  { tag: 'film-noir', category: 'pets', sort_by: 'price', sort_order: 'ASC' },
  { q: 'recipes' },
  { q: 'rec', sort_by: 'popular', price: 'paid', output_type: 'image' },
  { q: 'recipe', sort_by: 'price', sort_order: 'ASC' },
]

/** The whole list in PostgreSQL's order. */
async function everything({
  sort_by,
  sort_order = 'DESC',
  output_type,
  price,
  category,
  tag,
}: Partial<WorkflowQuery>) {
  const columns = {
    popular: 'popularity',
    trending: 'trending',
    price: 'price',
    created_at: undefined,
  }
  const first = sort_by && columns[sort_by]
  const order = [first, 'created_at', 'id'].flatMap((one) => (one ? `${one} ${sort_order}` : []))
  const rows = await ctx.db.execute<{ id: string }>(
    sql.raw(`select id from workflows where hidden_at is null and deleted_at is null and not waiting and failing_at is null and state = 'listed'
      ${output_type ? "and output_kind = 'image'" : ''} ${price ? 'and price > 0' : ''}
      ${category ? `and category = '${category}'` : ''} ${tag ? "and 'film-noir' = any(tags)" : ''} order by ${order.join()}`),
  )
  return rows.rows.map((row) => row.id)
}

/** All rows of a list, read page by page with `next`. */
async function browse(
  list: Partial<WorkflowQuery>,
  next: (answer: Answer) => Partial<WorkflowQuery> = ({ next_cursor }) => ({
    cursor: next_cursor ?? '',
  }),
) {
  const ids: string[] = []
  for (let place: Partial<WorkflowQuery> = {}; ; ) {
    const answer = await findWorkflows(ctx, query({ ...list, ...place }))
    ids.push(...answer.workflows.map((card) => card.id))
    expect(answer.has_more).toBe(answer.next_cursor !== null)
    if (!answer.has_more) return { ids, total: answer.total }
    place = next(answer)
  }
}

test.each(LISTS)('the pages and the cursors of %o give the same list', async (list) => {
  const all = await everything(list)
  const whole = { ids: all, total: all.length }
  expect(await browse(list)).toEqual(whole)
  expect(await browse(list, ({ page }) => ({ page: page + 1 }))).toEqual(whole)
})

const setRecipe = (number: number, change: string) => () =>
  database.pool.query(`update workflows set ${change} where id = ${idOf(String(number))}`)

test.each([
  ['come at the end', () => insert(COUNT + 1, COUNT + 5, 'now()')],
  ['come in between', () => insert(COUNT + 6, COUNT + 6, "now() - interval '6 months'")],
  ['are hidden', setRecipe(70, 'hidden_at = now()')],
  ['are shown again', setRecipe(70, 'hidden_at = null')],
  ['wait for their day', setRecipe(71, 'waiting = true')],
  ['enter Discover', setRecipe(71, 'waiting = false')],
  ['become unlisted', setRecipe(72, "state = 'unlisted'")],
  ['are paused', setRecipe(73, "state = 'paused'")],
  ['are listed again', setRecipe(72, "state = 'listed'")],
  ['are deleted', setRecipe(150, 'deleted_at = now()')],
  ['change their category', setRecipe(122, "category = 'art'")],
  ['lose their tags', setRecipe(126, "tags = '{}'")],
  ['become free', setRecipe(120, 'price = 0')],
  ['cost more', setRecipe(121, 'price = 5000')],
  ['vanish', () => database.pool.query(`delete from workflows where id = ${idOf('200')}`)],
])('rows and total stay right when workflows %s', async (_, happen) => {
  await happen()
  for (const list of LISTS) {
    const all = await everything(list)
    expect(await browse(list)).toEqual({ ids: all, total: all.length })
  }
})

test('a cursor repeats and skips no row while workflows are published', async () => {
  const before = await everything({})
  let number = COUNT + 30
  const publishing = async ({ next_cursor }: Answer) => {
    await insert(++number, number, 'now()')
    return next_cursor
  }
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const answer = await findWorkflows(ctx, query({ cursor }))
    ids.push(...answer.workflows.map((card) => card.id))
    const next = await publishing(answer)
    if (next === null) break
    cursor = next
  }
  expect(ids).toEqual(before)
})

test('two workflows of the same microsecond stand on two pages', async () => {
  const same = "'2020-01-01 00:00:00.123456Z'"
  await insert(COUNT + 200, COUNT + 203, same)
  const first = await findWorkflows(ctx, query({ sort_order: 'ASC', per_page: 2 }))
  const cursor = first.next_cursor ?? ''
  const second = await findWorkflows(ctx, query({ sort_order: 'ASC', per_page: 2, cursor }))
  const ids = [...first.workflows, ...second.workflows].map((card) => card.id)
  expect(ids).toEqual((await everything({ sort_order: 'ASC' })).slice(0, 4))
})

const refused = { code: 'validation_failed', message: expect.stringContaining('cursor:') as string }

test.each<Partial<WorkflowQuery>>([
  { sort_order: 'ASC' },
  { sort_by: 'price' },
  { price: 'free' },
  { output_type: 'image' },
  { q: 'recipe' },
  { category: 'pets' },
  { tag: 'film-noir' },
  { creator: 'maker' },
])('a cursor of the whole list is refused by the list %o', async (other) => {
  const { next_cursor } = await findWorkflows(ctx, query({}))
  const cursor = next_cursor ?? ''
  await expect(findWorkflows(ctx, query({ ...other, cursor }))).rejects.toMatchObject(refused)
})

test('a cursor that this site did not issue is refused', async () => {
  const { next_cursor } = await findWorkflows(ctx, query({}))
  const [value = '', signature = ''] = (next_cursor ?? '').split('.')
  const forged = Buffer.from('["2030-01-01","x"]').toString('base64url')
  for (const cursor of ['x', value, `${value}.`, `${forged}.${signature}`, `.${signature}`]) {
    await expect(findWorkflows(ctx, query({ cursor }))).rejects.toMatchObject(refused)
  }
})

test('a page beyond the last is empty and has the right total', async () => {
  const answer = await findWorkflows(ctx, query({ page: 208 }))
  expect([answer.workflows, answer.next_cursor]).toEqual([[], null])
  expect(answer.total).toBe((await everything({})).length)
})

test('the total is right after ten simultaneous publications and hidings', async () => {
  const numbers = Array.from({ length: 10 }, (_, at) => at)
  await Promise.all(
    numbers.flatMap((at) => [
      insert(COUNT + 100 + at, COUNT + 100 + at, 'now()'),
      database.pool.query(
        `update workflows set hidden_at = now() where id = ${idOf(String(100 + at))}`,
      ),
    ]),
  )
  const { total } = await findWorkflows(ctx, query({}))
  expect(total).toBe((await everything({})).length)
})

describe('a search', () => {
  const NAMES = ['Travel Poster', 'A Café in Málaga', 'Your Wedding Day', 'Smørrebrød', 'Bicycles']
  beforeAll(async () => {
    for (const [at, name] of NAMES.entries()) {
      await database.pool.query(
        `insert into workflows (id, owner_id, version, name, description, handle, price,
          generation_time, output_type, output_kind, license, created_at, updated_at)
        values (${idOf(String(9000 + at))}, '01900000-0000-7000-8000-000000000001', 1, $1, '', 'maker', 0,
          1000, 'image', 'image', 'personal', now(), now())`,
        [name],
      )
    }
  })
  const search = async (q: string, change: Partial<WorkflowQuery> = {}) => {
    const answer = await findWorkflows(ctx, query({ q, ...change }))
    expect(answer.total).toBe(answer.workflows.length)
    return { names: answer.workflows.map(({ name }) => name), corrected: answer.corrected_q }
  }

  test.each([
    ['cafe malaga', 'A Café in Málaga'],
    ['CAFÉ', 'A Café in Málaga'],
    ['smorrebrod', 'Smørrebrød'],
    ['trav', 'Travel Poster'],
    ['bicycle', 'Bicycles'],
  ])('the words “%s” find %s as typed', async (q, name) => {
    expect(await search(q)).toEqual({ names: [name], corrected: null })
  })

  test.each([
    ['pooster', 'Travel Poster', 'poster'],
    ['weding day', 'Your Wedding Day', 'wedding day'],
    ['smorebrod', 'Smørrebrød', 'smorrebrod'],
    ['bicicles', 'Bicycles', 'bicycles'],
  ])('the words “%s” find %s', async (q, name, corrected) => {
    expect(await search(q)).toEqual({ names: [name], corrected })
  })

  test('finds a tag, also by one word of it, and is corrected to it', async () => {
    await database.pool.query(
      "update workflows set tags = array['art-deco', 'zeppelin'] where name = 'Bicycles'",
    )
    expect((await search('zeppelin')).names).toEqual(['Bicycles'])
    expect((await search('deco bicycles')).names).toEqual(['Bicycles'])
    expect(await search('zepelin')).toEqual({ names: ['Bicycles'], corrected: 'zeppelin' })
  })

  test('is corrected where half of a word is wrong, and beside a word that is nearly right', async () => {
    expect(await search('postars')).toEqual({ names: ['Travel Poster'], corrected: 'poster' })
    expect(await search('traveel postars')).toEqual({
      names: ['Travel Poster'],
      corrected: 'travel poster',
    })
  })

  test('is corrected in four words at most, and known words do not count', async () => {
    const slips = 'pooster poosster posterr postter'
    const found = { names: ['Travel Poster'], corrected: 'travel poster poster poster poster' }
    expect(await search(`travel ${slips}`)).toEqual(found)
    expect(await search(`travel ${slips} possterr`)).toEqual({ names: [], corrected: null })
  })

  test('finds nothing and suggests no correction where no word is similar', async () => {
    expect(await search('xylophonist')).toEqual({ names: [], corrected: null })
    expect(await search('pooster', { price: 'paid' })).toEqual({ names: [], corrected: null })
  })

  test('finds correctly spelt words where PostgreSQL has no pg_trgm', async () => {
    await database.pool.query('drop extension pg_trgm cascade')
    expect(await search('pooster')).toEqual({ names: [], corrected: null })
    expect((await search('poster')).names).toEqual(['Travel Poster'])
  })
})
