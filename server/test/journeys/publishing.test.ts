import { PUBLISHING } from '@vignette/contract/recipe-limits.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedCatalogue } from '../../src/features/catalogue/index.ts'
import { SEEDS } from '../../src/features/catalogue/seeds/seeds.ts'
import { listWaiting } from '../../src/features/workflows/publishing-limits.ts'
import { principals } from '../../src/schema/identity.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { idOf, publish, recipeFor, tryPublish } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)
const DAY_MS = 86_400_000
const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b)
/** Each test begins at noon of its own day, on a clock that only the test moves. */
const FIRST_NOON = Date.UTC(2030, 0, 1, 12)
let now = FIRST_NOON
let tests = 0
let app: TestApp
let people = 0

beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    worker: false,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: (ctx) => {
      ctx.clock = { now: () => new Date(now) }
    },
  })
})
afterAll(() => app.close())
beforeEach(() => {
  now = FIRST_NOON + tests++ * 100 * DAY_MS
})

/** A new account, or one of the given age in days. */
async function openCreator(days = 30): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser(app.url)
  await signIn(browser, `creator-${people++}@example.com`)
  const id = await idOf(browser)
  await app.ctx.db
    .update(principals)
    .set({ createdAt: new Date(now - days * DAY_MS) })
    .where(eq(principals.id, id))
  return { browser, id }
}

/** Writes rows as publishing does, without its limits. */
async function hold(ownerId: string, count: number): Promise<void> {
  await app.ctx.db.execute(sql`
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, 1, 'Held ' || n, '', 'held', 0, 1000, 'image', 'image',
      'personal', ${new Date(now - 3 * DAY_MS).toISOString()}, now()
    from generate_series(1, ${count}) n`)
}

async function discover(query = '') {
  const { body } = await new Browser(app.url).json<{
    workflows: { id: string; created_at: string }[]
    total: number
    per_page: number
  }>(`/workflows?${query}`)
  return { ids: body.workflows.map((one) => one.id), total: body.total, perPage: body.per_page }
}

describe('the limits of one creator', () => {
  test('are ten recipes a day, withdrawn ones included; the refusal says when more may follow', async () => {
    const { browser } = await openCreator()
    for (const _ of TEN) {
      const made = await publish(browser)
      await browser.json(`/workflows/${made.id}`, { method: 'DELETE' })
    }
    const refused = await tryPublish(browser)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toBe(
      'A creator may publish 10 recipes a day. You can publish the next one from 00:00 UTC, in about 12 hours.',
    )
    expect(refused.headers.get('retry-after')).toBe(String(12 * 3600))
    now += DAY_MS / 2
    expect((await tryPublish(browser)).status).toBe(201)
  })

  test('give the tenth place of a day once to ten at once', async () => {
    const { browser } = await openCreator()
    for (const _ of TEN.slice(1)) await publish(browser)
    const answers = await Promise.all(TEN.map(() => tryPublish(browser)))
    expect(statusesOf(answers)).toEqual([201, ...TEN.slice(1).map(() => 429)])
  })

  test('are a hundred recipes in all, and give the hundredth place once to ten at once', async () => {
    const { browser, id } = await openCreator()
    await hold(id, PUBLISHING.inAll - 1)
    const answers = await Promise.all(TEN.map(() => tryPublish(browser)))
    expect(statusesOf(answers)).toEqual([201, ...TEN.slice(1).map(() => 403)])
    const made = answers.find(({ status }) => status === 201)?.body.id
    const refused = await tryPublish(browser)
    expect(refused.body.error).toMatch(/^A creator may have 100 recipes\. You can publish the next/)
    await browser.json(`/workflows/${made}`, { method: 'DELETE' })
    expect((await tryPublish(browser)).status).toBe(201)
  })

  test('do not bind an approved creator', async () => {
    const { browser, id } = await openCreator(0)
    await approve(app.ctx, id)
    await hold(id, PUBLISHING.inAll)
    for (const _ of TEN) await publish(browser)
    const last = await publish(browser)
    expect((await discover('per_page=48')).ids).toContain(last.id)
  })

  test("do not bind the operator's own recipes, seeded on one day", async () => {
    const before = (await discover()).total
    await seedCatalogue(app.ctx)
    // With a recipe present the seed does nothing, as on every later start.
    expect((await discover()).total).toBe(before)
    const empty = await startTestApp({ worker: false })
    await seedCatalogue(empty.ctx)
    const { body } = await new Browser(empty.url).json<{ total: number }>('/workflows')
    await empty.close()
    expect(body.total).toBe(SEEDS.length)
  })
})

describe("the limit of a document's length is", () => {
  const step = (text: string) => ({
    steps: [
      { id: 'draw', provider: 'local', function_type: 'draw', prompt: 'A wish', params: { text } },
    ],
  })

  test('64 KB', async () => {
    const { browser, id } = await openCreator()
    const short = recipeFor(id, step(''))
    const room = PUBLISHING.documentBytes - JSON.stringify(short).length
    expect((await tryPublish(browser, step('a'.repeat(room)))).status).not.toBe(413)
    const refused = await tryPublish(browser, step('a'.repeat(room + 1)))
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large'])
    expect(refused.body.error).toMatch(/^A recipe may be 64 KB long/)
  })

  test('600 KB with the graphs of ComfyUI steps', async () => {
    const { browser } = await openCreator()
    const graph = (bytes: number) => ({
      steps: [
        {
          id: 'draw',
          provider: 'comfyui',
          function_type: 'run_graph',
          params: { graph: 'a'.repeat(bytes) },
        },
      ],
    })
    expect((await tryPublish(browser, graph(500_000))).body.code).toBe('invalid_recipe')
    expect((await tryPublish(browser, graph(620_000))).body.error).toMatch(/600 KB/)
  })

  test('20 MB of all versions together, and ten at once take the last room once', async () => {
    const { browser, id } = await openCreator()
    const { id: recipe } = await publish(browser)
    const [own] = await app.ctx.db
      .select({ bytes: sql<number>`sum(octet_length(recipe::text))::int` })
      .from(sql`workflow_versions`)
      .where(sql`workflow_id = ${recipe}`)
    // 0.1 stored no length in its rows; room is left for one version more.
    const filler = PUBLISHING.creatorBytes - Math.round(1.5 * (own?.bytes ?? 0)) - 100
    await app.ctx.db.execute(sql`
      insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      select ${recipe}, 1000, to_jsonb(repeat('a', ${filler - (own?.bytes ?? 0)})), 0, 0, 'personal', now()`)
    const update = () =>
      browser.json<{ code: string; error: string }>(`/workflows/${recipe}`, {
        method: 'PUT',
        body: recipeFor(id),
      })
    const answers = await Promise.all(TEN.map(update))
    expect(statusesOf(answers)).toEqual([200, ...TEN.slice(1).map(() => 413)])
    const refused = (await tryPublish(browser)).body
    expect(refused.code).toBe('quota_exceeded')
    expect(refused.error).toMatch(/20 MB/)
    await approve(app.ctx, id)
    expect((await update()).status).toBe(200)
  })
})

describe("a newcomer's recipes enter Discover", () => {
  const everywhere = async (handle: string, ownerId: string) => ({
    total: (await discover()).total,
    searched: (await discover(`q=${handle}`)).total,
    byCreator: (await discover(`creator=${ownerId}`)).total,
    popular: (await discover('sort_by=popular&price=free&per_page=48')).total,
  })

  test('three recipes of a creator enter Discover each day; the others open at their address and enter later', async () => {
    const { browser, id } = await openCreator(0)
    const before = await everywhere('newcomer', id)
    const made = []
    for (const _ of TEN.slice(0, 7)) made.push(await publish(browser, { name: 'A newcomer' }))
    const counted = (more: number) =>
      Object.fromEntries(Object.entries(before).map(([name, total]) => [name, total + more]))
    expect(await everywhere('newcomer', id)).toEqual(counted(3))
    const [first, second, third, waiting] = made
    expect((await discover()).ids.slice(0, 3)).toEqual([third?.id, second?.id, first?.id])

    const page = await new Browser(app.url).json<{ name: string }>(`/workflows/${waiting?.id}`)
    expect([page.status, page.body.name]).toEqual([200, 'A newcomer'])
    const tomorrow = new Date(now - (now % DAY_MS) + DAY_MS).toISOString()
    expect(made.map((one) => one.discover_from?.slice(0, 10) ?? 'now')).toEqual([
      'now',
      'now',
      'now',
      ...Array(3).fill(tomorrow.slice(0, 10)),
      new Date(Date.parse(tomorrow) + DAY_MS).toISOString().slice(0, 10),
    ])
    expect(waiting?.discover_from).toBe(tomorrow)
    const own = await browser.json<{ total: number }>('/workflows?creator=me')
    expect(own.body.total).toBe(7)
    const profile = await new Browser(app.url).json<{ counts: { workflows: number } }>(
      `/users/${id}`,
    )
    expect(profile.body.counts.workflows).toBe(3)

    await listWaiting.run(app.ctx)
    expect(await everywhere('newcomer', id)).toEqual(counted(3))
    now = Date.parse(tomorrow)
    await listWaiting.run(app.ctx)
    expect(await everywhere('newcomer', id)).toEqual(counted(6))
    const later = await publish(browser)
    expect(later.discover_from?.slice(0, 10)).toBe(
      new Date(now + DAY_MS).toISOString().slice(0, 10),
    )
    now += DAY_MS
    await listWaiting.run(app.ctx)
    expect((await everywhere('newcomer', id)).total).toBe(before.total + 8)
  })

  test('in the order of publication, with full pages, although some had to wait', async () => {
    const { browser } = await openCreator(0)
    const early = []
    for (const _ of TEN.slice(0, 4)) early.push((await publish(browser)).id)
    now += 60_000
    const { browser: other } = await openCreator()
    const late = []
    for (const _ of TEN) late.push((await publish(other)).id)
    now += DAY_MS
    await listWaiting.run(app.ctx)
    const newest = [...early, ...late].reverse()
    const first = await discover()
    expect(first.perPage).toBe(12)
    expect(first.ids).toEqual(newest.slice(0, 12))
    expect((await discover('page=2')).ids.slice(0, 2)).toEqual(newest.slice(12))
  })

  test('three of ten published at once', async () => {
    const { browser, id } = await openCreator(0)
    const answers = await Promise.all(TEN.map(() => publish(browser)))
    expect(answers.filter((one) => !one.discover_from)).toHaveLength(3)
    expect((await discover(`creator=${id}`)).total).toBe(3)
  })

  test('all together when the account is seven days old', async () => {
    const { browser, id } = await openCreator(6)
    for (const _ of TEN.slice(0, 3)) await publish(browser)
    const rest = []
    for (const _ of TEN.slice(0, 7)) rest.push(await publish(browser))
    const grown = new Date(now + DAY_MS).toISOString()
    const midnight = new Date(now + DAY_MS / 2).toISOString()
    expect(rest.map((one) => one.discover_from)).toEqual([
      ...Array(3).fill(midnight),
      ...Array(4).fill(grown),
    ])
    now += DAY_MS
    const grownUp = await publish(browser)
    expect(grownUp.discover_from).toBeUndefined()
    await listWaiting.run(app.ctx)
    expect((await discover(`creator=${id}`)).total).toBe(11)
  })

  test('except those that were hidden while they waited', async () => {
    const { browser, id } = await openCreator(0)
    for (const _ of TEN.slice(0, 4)) await publish(browser)
    await app.ctx.db
      .update(workflows)
      .set({ hiddenAt: new Date(now) })
      .where(sql`${workflows.ownerId} = ${id} and ${workflows.waiting}`)
    now += DAY_MS
    await listWaiting.run(app.ctx)
    expect((await discover(`creator=${id}`)).total).toBe(3)
    const { rows } = await app.ctx.db.execute<{ told: number; there: number }>(sql`
      select (select sum(listed)::int from workflow_tallies) as told,
        (select count(*)::int from workflows w where is_listed(w)) as there`)
    expect(rows[0]?.told).toBe(rows[0]?.there)
  })
})
