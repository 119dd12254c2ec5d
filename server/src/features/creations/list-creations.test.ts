import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs, createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import {
  listDeletedCreations,
  listUserCreations,
  listWorkflowCreations,
  sumShown,
} from './list-creations.ts'

const COUNT = 300
const MAKER = '01900000-0000-7000-8000-000000000001'
const FAN = '01900000-0000-7000-8000-000000000002'
const RECIPE = '01900000-0000-7000-8000-000000000003'
let database: TestDatabase
let ctx: Ctx

const creationId = (n: string) =>
  `('01900000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const mediaId = (n: string) => `('01900000-0000-7000-a000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

beforeAll(async () => {
  database = await createTestDatabase()
  ctx = createTestCtx(database)
  await database.pool.query(`
    insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at) values
      ('${MAKER}', 'user', true, 'maker', 'test', '1', now()),
      ('${FAN}', 'user', true, 'fan', 'test', '2', now());
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
      values ('${RECIPE}', '${MAKER}', 1, 'A recipe', '', 'maker', 0, 1000, 'image', 'image', 'personal', now(), now());
    insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      values ('${RECIPE}', 1, '{"inputs":[],"steps":[]}', 0, 0, 'personal', now())`)
  await deliver(1, COUNT, `now() - interval '1 hour' * (${COUNT + 1} - n)`)
})
afterAll(() => database.drop())

/** Delivers creations of the fan; every seventh is private. */
async function deliver(from: number, to: number, at: string) {
  await database.pool.query(`
    insert into media (id, owner_id, origin, kind, token, storage_key, content_type, extension, bytes, sha256, created_at)
      select ${mediaId('n')}, '${FAN}', 'generated', 'image', 't', 'k' || n, 'image/png', 'png', 1, '', now()
      from generate_series(${from}, ${to}) n;
    insert into creations (id, workflow_id, workflow_version, owner_id, inputs, public, created_at)
      select ${creationId('n')}, '${RECIPE}', 1, '${FAN}', '{}', n % 7 <> 0, now()
      from generate_series(${from}, ${to}) n;
    update creations set delivered_at = ${at}, media_id = ${mediaId('n')}
      from generate_series(${from}, ${to}) n where id = ${creationId('n')}`)
}

async function everything(where: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select id from creations where delivered_at is not null and deleted_at is null and ${where}
     order by delivered_at desc, id desc`,
  )
  return rows.map((row) => row.id)
}
const SHOWN = 'public and hidden_at is null'

/** Reads a gallery page by page by cursor, or by offset where `byOffset` is set. */
async function browseGallery(caller: Ctx, publicOnly: boolean, byOffset = false) {
  const ids: string[] = []
  for (let place: { offset: number; cursor?: string } = { offset: 0 }; ; ) {
    const want = { workflowId: RECIPE, limit: 60, publicOnly, ...place }
    const page = await listWorkflowCreations(caller, want)
    ids.push(...page.creations.map((one) => one.id))
    expect(page.has_more).toBe(page.next_cursor !== null)
    if (page.next_cursor === null) return { ids, total: page.total }
    place = byOffset ? { offset: ids.length } : { offset: 0, cursor: page.next_cursor }
  }
}

async function browseProfile(caller: Ctx, byOffset = false) {
  const ids: string[] = []
  for (let place: { offset: number; cursor?: string } = { offset: 0 }; ; ) {
    const page = await listUserCreations(caller, { userId: FAN, limit: 48, ...place })
    ids.push(...page.items.map((one) => one.id))
    if (page.next_cursor === null) return ids
    place = byOffset
      ? { offset: page.nextOffset ?? Number.NaN }
      : { offset: 0, cursor: page.next_cursor }
  }
}

const asFan = () =>
  actAs(ctx, {
    id: FAN,
    kind: 'user',
    username: 'fan',
    email: null,
    banned: false,
    approvedCreator: false,
    admin: false,
    roles: [],
  })

async function expectLists() {
  const shown = await everything(SHOWN)
  const all = await everything('true')
  const whole = { ids: shown, total: shown.length }
  for (const byOffset of [false, true]) {
    expect(await browseGallery(ctx, false, byOffset)).toEqual(whole)
    expect(await browseGallery(asFan(), true, byOffset)).toEqual(whole)
    expect(await browseProfile(ctx, byOffset)).toEqual(shown)
    expect(await browseProfile(asFan(), byOffset)).toEqual(all)
    const both = await browseGallery(asFan(), false, byOffset)
    expect(both).toEqual({ ids: all, total: all.length })
  }
}

test('galleries and profiles show every page and the right total', () => expectLists())

test.each([
  ['delivered', () => deliver(COUNT + 1, COUNT + 9, 'now()')],
  ['hidden', () => change('hidden_at = now()', 180)],
  ['shown again', () => change('hidden_at = null', 180)],
  ['made private', () => change('public = false', 190)],
  ['made public', () => change('public = true', 140)],
  ['deleted', () => change('deleted_at = now()', 120)],
  ['restored', () => change('deleted_at = null', 120)],
])(
  'galleries and profiles show every page and the right total when a creation is %s',
  async (_, happen) => {
    await happen()
    await expectLists()
  },
)

async function change(set: string, number: number) {
  await database.pool.query(`update creations set ${set} where id = ${creationId(String(number))}`)
}

test('a deleted creation is listed to its owner for a day, the last deleted first', async () => {
  const deletedAt = (hours: number, number: number) =>
    database.pool.query(`
      update creations set deleted_at = now() - interval '${hours} hours' where id = ${creationId(String(number))};
      update media set deleted_at = now() - interval '${hours} hours' where id = ${mediaId(String(number))}`)
  await deletedAt(23, 41)
  await deletedAt(25, 42)
  await deletedAt(1, 43)
  const want = { userId: FAN, limit: 48, offset: 0 }
  const { items, next_cursor } = await listDeletedCreations(asFan(), want)
  expect(items.map(({ id, workflow_name }) => [id.slice(-2), workflow_name])).toEqual([
    [(43).toString(16), 'A recipe'],
    [(41).toString(16), 'A recipe'],
  ])
  expect(next_cursor).toBeNull()
  const first = await listDeletedCreations(asFan(), { ...want, limit: 1 })
  const cursor = first.next_cursor ?? ''
  const second = await listDeletedCreations(asFan(), { ...want, limit: 1, cursor })
  expect([...first.items, ...second.items]).toEqual(items)
  expect((await listDeletedCreations(ctx, want)).items).toEqual([])
})

test('a cursor of one gallery is refused by another', async () => {
  const { next_cursor } = await listUserCreations(ctx, { userId: FAN, limit: 1, offset: 0 })
  const foreign = { limit: 1, offset: 0, cursor: next_cursor ?? '' }
  const gallery = { ...foreign, workflowId: RECIPE, publicOnly: true }
  await expect(listWorkflowCreations(ctx, gallery)).rejects.toMatchObject({
    code: 'validation_failed',
  })
  const others = listUserCreations(ctx, { ...foreign, userId: MAKER })
  await expect(others).rejects.toMatchObject({ code: 'validation_failed' })
})

const told = async () => (await browseGallery(ctx, true)).total

test('ten simultaneous deliveries are all counted while rows are summed', async () => {
  const from = COUNT + 100
  const deliveries = Array.from({ length: 10 }, (_, at) => deliver(from + at, from + at, 'now()'))
  const sums = Array.from({ length: 5 }, () => sumShown.run(ctx))
  await Promise.all([...deliveries, ...sums])
  expect(await told()).toBe((await everything(SHOWN)).length)
  await sumShown.run(ctx)
  const { rows } = await database.pool.query('select workflow_id, shown from creation_tallies')
  expect(rows).toEqual([{ workflow_id: RECIPE, shown: await told() }])
})

test('two deliveries to one gallery wait neither for each other nor for the sum', async () => {
  const before = await told()
  const clients = await Promise.all([database.pool.connect(), database.pool.connect()])
  const show = `update creations set public = true where public = false
    and id = any(array(select id from creations where not public and delivered_at is not null
      and deleted_at is null and hidden_at is null limit 1 for update skip locked))`
  try {
    for (const client of clients) {
      // The transaction before stays open, so that a wait for its rows would never end by itself.
      await client.query("begin; set local lock_timeout = '5s'")
      await client.query(show)
    }
    await sumShown.run(ctx)
    expect(await told()).toBe(before)
    for (const client of clients) await client.query('commit')
  } finally {
    for (const client of clients) client.release(true)
  }
  expect(await told()).toBe(before + 2)
})
