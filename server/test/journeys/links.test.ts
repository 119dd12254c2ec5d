import { rm } from 'node:fs/promises'
import type { LinkView } from '@vignette/contract/links.ts'
import { LINKS_MOST } from '@vignette/contract/number-limits.ts'
import type { Numbers } from '@vignette/contract/numbers.ts'
import { CAME_FROM, writeCameFrom } from '@vignette/contract/visit-source.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeVisits } from '../../src/features/visits/write-visits.ts'
import { links } from '../../src/schema/studio.ts'
import { idOf, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { sell } from '../support/money/sell-disputed.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let dist: string
let app: TestApp
beforeAll(async () => {
  dist = await buildTinyWeb()
  app = await startTestApp({
    dist,
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    providers: [createScriptedProvider({ start: () => picture() })],
    change: (ctx) => {
      clock.change(ctx)
      // With a trusted proxy, the test can give each person another address.
      Object.assign(ctx.config, { TRUST_PROXY: 1 })
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true, force: true })
})

let creators = 0
async function enter(): Promise<{ browser: Browser; id: string }> {
  const browser = new Browser(app.url)
  await signIn(browser, `linker${++creators}@example.com`)
  return { browser, id: await idOf(browser) }
}

const change = (browser: Browser, recipe: string, name: string, method = 'PUT') =>
  browser.json<{ code?: string; error?: string }>(`/workflows/${recipe}/links/${name}`, { method })

async function read(browser: Browser, recipe: string): Promise<LinkView[]> {
  // The server counts a visit after the last byte of its answer.
  await new Promise((resolve) => setImmediate(resolve))
  await writeVisits(app.ctx)
  const { body, status } = await browser.json<{ links: LinkView[] }>(`/workflows/${recipe}/links`)
  expect(status).toBe(200)
  return body.links
}

let people = 0
/** Follows a link as `times` people of one network. */
async function follow(path: string, times: number): Promise<void> {
  for (let at = 0; at < times; at++) {
    const answer = await fetch(app.url + path, {
      headers: {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1',
        'x-forwarded-for': `198.51.100.${++people}`,
      },
    })
    await answer.text()
  }
}

test('a link shows the same figures as the numbers of its source', async () => {
  const { browser } = await enter()
  const recipe = (await publish(browser, { price: 300 })).id
  expect(await read(browser, recipe)).toEqual([])
  expect((await change(browser, recipe, 'bio-nov')).status).toBe(200)
  clock.hours += 1
  expect((await change(browser, recipe, 'poster.2')).status).toBe(200)
  const path = (name: string) => `/go/${recipe.slice(-12)}?via=${name}`
  const nothing = { visits: 0, visitors: 0, sales: 0, earned: 0 }
  expect(await read(browser, recipe)).toMatchObject([
    { name: 'poster.2', path: path('poster.2'), ...nothing },
    { name: 'bio-nov', path: path('bio-nov'), ...nothing },
  ])

  await follow(path('bio-nov'), 6)
  await follow(path('poster.2'), 4)
  const came = writeCameFrom(undefined, recipe, 'link:poster.2', app.ctx.clock.now())
  await sell(app, recipe, undefined, (buyer) => buyer.cookies.set(CAME_FROM, came))
  const told = await read(browser, recipe)
  expect(told).toMatchObject([
    { name: 'poster.2', visits: null, visitors: null, sales: 1, earned: 210 },
    { name: 'bio-nov', visits: 6, visitors: 6, sales: 0, earned: 0 },
  ])
  const { body: numbers } = await browser.json<Numbers>(`/workflows/${recipe}/numbers?range=all`)
  for (const { name, visits, visitors, sales, earned } of told) {
    expect(numbers.sources.find(({ source }) => source === `link:${name}`)).toMatchObject({
      visits,
      visitors,
      sales,
      earned,
    })
  }

  expect((await change(browser, recipe, 'bio-nov', 'DELETE')).status).toBe(200)
  expect((await change(browser, recipe, 'bio-nov', 'DELETE')).status).toBe(200)
  expect(await read(browser, recipe)).toMatchObject([{ name: 'poster.2' }])
  await follow(path('bio-nov'), 1)
  await change(browser, recipe, 'bio-nov')
  expect(await read(browser, recipe)).toMatchObject([{ visitors: 7 }, { name: 'poster.2' }])
})

test('a link’s name follows the rules of sources, and is in the list once', async () => {
  const { browser } = await enter()
  const recipe = (await publish(browser)).id
  const letters = 'a'.repeat(60)
  for (const name of ['Bio', '-x', '.x', '%20', 'a%26b', 'a%2Fb', `${letters}a`, 'ä']) {
    const { status, body } = await change(browser, recipe, name)
    expect([name, status, body.code]).toEqual([name, 400, 'validation_failed'])
  }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => change(browser, recipe, letters)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await read(browser, recipe)).toMatchObject([{ name: letters }])
})

test('of ten links made at once for several recipes, an account gets only its last free one', async () => {
  const { browser } = await enter()
  const [one, other] = [(await publish(browser)).id, (await publish(browser)).id]
  const createdAt = app.ctx.clock.now()
  await app.ctx.db.insert(links).values(
    Array.from({ length: LINKS_MOST - 1 }, (_, at) => ({
      workflowId: at % 2 ? one : other,
      name: `n${at}`,
      createdAt,
    })),
  )
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => change(browser, at % 2 ? one : other, `last-${at}`)),
  )
  const refused = answers.filter(({ status }) => status === 403)
  expect(refused).toHaveLength(9)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refused[0]?.body.error).toContain(`${LINKS_MOST} links`)
  expect((await change(browser, one, 'n1')).status).toBe(200)
  await browser.json(`/workflows/${other}`, { method: 'DELETE' })
  expect((await change(browser, one, 'after')).status).toBe(200)
})

test('links move with a claimed recipe, are in the export, and are deleted with the account', async () => {
  const browser = new Browser(app.url)
  const anonymousId = `anon_${'c'.repeat(24)}`
  await idOf(browser, anonymousId)
  const recipe = (await publish(browser)).id
  expect((await change(browser, recipe, 'bio-nov')).status).toBe(200)
  await signIn(browser, 'claims-links@example.com')
  expect(await read(browser, recipe)).toMatchObject([{ name: 'bio-nov' }])
  const zip = await browser.fetch('/api/v1/users/me/export')
  const files = readZip(Buffer.from(await zip.arrayBuffer()))
  expect(JSON.parse(String(files.get('links.json')))).toMatchObject([
    { workflowId: recipe, name: 'bio-nov' },
  ])
  const kept = async () =>
    (await app.ctx.db.select().from(links)).filter((link) => link.workflowId === recipe)
  expect(await kept()).toHaveLength(1)
  expect((await browser.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  expect(await kept()).toEqual([])
})
