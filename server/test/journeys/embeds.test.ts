import { shortPath } from '@vignette/contract/card-kinds.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { moderateWorkflow } from '../../src/features/workflows/moderation.ts'
import { dayCounts } from '../../src/platform/http/tables.ts'
import type { CardCall } from '../../src/providers/generation/spec.ts'
import { principals } from '../../src/schema/identity.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const NAME = 'A "quoted" <b>name</b> & $& more'
const GONE = '018f0000-0000-7000-8000-000000000001'

let app: TestApp
/** The calls that the renderer received; it answers once `drawing` is settled. */
const cards: CardCall[] = []
let drawing: Promise<void> | undefined
const drawn = sharp({ create: { width: 108, height: 135, channels: 3, background: '#336699' } })
  .png()
  .toBuffer()
let creator: Visitor
let recipe: string
let priced: string
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [
      {
        ...createScriptedProvider({ start: () => picture() }),
        drawCard: async (card) => {
          cards.push(card)
          await drawing
          return drawn
        },
      },
    ],
  })
  creator = new Visitor(app.url)
  recipe = (await publish(creator, { name: NAME })).id
  priced = (await publish(creator, { price: 300 })).id
  await remixNow(creator, recipe, { public: true })
})
afterAll(() => app.close())

const frame = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/embed/${id}`, { headers })

interface Oembed {
  html: string
  width: number
}

async function oembed(query: string) {
  const answer = await fetch(`${app.url}/oembed?${query}`)
  const type = answer.headers.get('content-type') ?? ''
  const body = type.includes('json') ? ((await answer.json()) as Oembed) : await answer.text()
  return { status: answer.status, headers: answer.headers, body }
}

test('other sites may frame the embed page; it sets no cookie and has one link, no script and no form', async () => {
  const visitors = await app.ctx.db.$count(principals)
  const answer = await frame(recipe, {
    cookie: [...creator.cookies].map((c) => c.join('=')).join('; '),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-frame-options')).toBeNull()
  expect(answer.headers.getSetCookie()).toEqual([])
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "form-action 'none'", 'frame-ancestors *'])
    expect(policy).toContain(rule)
  expect(policy).not.toContain('script-src')
  const html = await answer.text()
  expect(html).toContain('A &#34;quoted&#34; &#60;b&#62;name&#60;/b&#62; &#38; $&#38; more</h1>')
  expect(html).toContain('<img src="/media/')
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain(`href="${app.url}/workflows/${recipe}/remix" target="_blank"`)
  expect(html).not.toMatch(/<script|<form|<input|<iframe| on\w+=|<from>/)
  expect(await app.ctx.db.$count(principals)).toBe(visitors)
  const seen = await frame(priced)
  expect(await seen.text()).toContain('<b>$3.00</b>')
})

test('the link of the embed page names the site that frames the page, if the site’s host is valid', async () => {
  const from = async (referer: string) =>
    (await (await frame(recipe, { referer })).text()) as string
  expect(await from('https://blog.example/post')).toContain('/remix?embed=blog.example"')
  expect(await from(`${app.url}/workflows/${recipe}`)).toContain('/remix" target')
  expect(await from('https://a"b.example/')).toContain('/remix" target')
})

test('the embed page of a paused recipe links to the recipe’s page; the embed page of a deleted recipe says that the recipe is gone', async () => {
  const { id } = await publish(creator)
  await creator.call('PUT', `/workflows/${id}/state`, { state: 'paused' })
  const paused = await (await frame(id)).text()
  expect(paused).toContain('Not available now')
  // A recipe without a sample shows a letter, which nobody made.
  expect(paused).not.toContain('AI-made')
  expect(await (await frame(recipe)).text()).toContain('AI-made')
  expect(paused).toContain(`href="${app.url}/workflows/${id}" target="_blank"`)
  await creator.call('DELETE', `/workflows/${id}`)
  for (const gone of [id, GONE, 'nonsense']) {
    const answer = await frame(gone)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(await answer.text()).toContain('This recipe is gone')
  }
})

test('no page or answer but the embed page may be framed', async () => {
  for (const path of [
    '/',
    `/workflows/${recipe}`,
    '/api/v1/workflows',
    '/oembed',
    '/embed',
    '/embed/a/b',
  ]) {
    const { headers } = await fetch(app.url + path)
    expect(headers.get('x-frame-options'), path).toBe('DENY')
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
})

test('oEmbed answers a recipe’s address with the embed page in an iframe', async () => {
  const url = encodeURIComponent(`${app.url}/workflows/${recipe}`)
  const { status, headers, body } = await oembed(`url=${url}&maxwidth=300`)
  expect(status).toBe(200)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.getSetCookie()).toEqual([])
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(body).toMatchObject({
    version: '1.0',
    type: 'rich',
    title: NAME,
    provider_name: 'Vignette',
    author_name: expect.stringMatching(/^@guest-/),
    author_url: expect.stringContaining(`${app.url}/workflows?creator=guest-`),
    thumbnail_url: expect.stringContaining(`${app.url}/media/`),
    width: 300,
    height: 480,
  })
  const { html } = body as Oembed
  expect(html).toContain(`<iframe src="${app.url}/embed/${recipe}" width="300" height="480"`)
  expect(html).toContain('title="A &#34;quoted&#34; &#60;b&#62;')
})

test.each([
  ['', 400],
  ['url=x', 404],
  [`url=${encodeURIComponent('https://elsewhere.example/workflows/1')}`, 404],
  ['url=x&format=xml', 501],
  ['url=x&maxwidth=0', 400],
])('oEmbed refuses ?%s with %i', async (query, status) => {
  expect((await oembed(query)).status).toBe(status)
})

test('oEmbed leads to the storefront of a creator with a username', async () => {
  const browser = new Browser(app.url)
  await signIn(browser, 'marit@example.com')
  await browser.json('/users', { method: 'PUT', body: { username: 'marit' } })
  const { id } = await publish(browser)
  const { body } = await oembed(`url=${encodeURIComponent(`${app.url}/workflows/${id}`)}`)
  expect(body).toMatchObject({ author_name: '@marit', author_url: `${app.url}/@marit` })
})

test('a recipe that was hidden is gone from its embed page and from oEmbed at once', async () => {
  const { id } = await publish(creator, { name: 'Hidden harbour' })
  const url = encodeURIComponent(`${app.url}/workflows/${id}`)
  expect([(await frame(id)).status, (await oembed(`url=${url}`)).status]).toEqual([200, 200])
  await inTransaction(app.ctx, (tx) => moderateWorkflow(tx, id, tx.clock.now()))
  const page = await frame(id)
  expect([page.status, (await oembed(`url=${url}`)).status]).toEqual([404, 404])
  expect(await page.text()).not.toContain('Hidden harbour')
})

test('oEmbed answers 404 for a deleted recipe', async () => {
  const url = encodeURIComponent(`${app.url}/workflows/${GONE}`)
  expect((await oembed(`url=${url}`)).status).toBe(404)
})

const card = (by: Visitor, id: string, kind = 'post') =>
  by.fetch(`/api/v1/workflows/${id}/card?kind=${kind}`)

test('a creator gets cards that show the sample, the recipe’s name, the creator and the short address', async () => {
  cards.length = 0
  const answer = await card(creator, recipe)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="post-${recipe.slice(-12)}.png"`,
  )
  const bytes = Buffer.from(await answer.arrayBuffer())
  const made = await sharp(bytes).metadata()
  expect(made).toMatchObject({ format: 'png', width: 108 })
  // The card is marked as generated, as every generated file is.
  expect(made.xmp?.toString()).toContain('DigitalSourceType')
  expect((await card(creator, recipe, 'story')).status).toBe(200)
  const host = new URL(app.url).host
  expect(cards).toMatchObject([
    { film: false, width: 1080, height: 1350, name: NAME, address: host + shortPath(recipe) },
    { film: false, width: 1080, height: 1920, by: expect.stringMatching(/^by @guest-/) },
  ])
  expect((await sharp(cards[0]?.picture).metadata()).format).toBe('png')
})

test('only the creator gets cards, a recipe without a sample has none, and a third drawing at once is refused', async () => {
  expect((await card(new Visitor(app.url), recipe)).status).toBe(401)
  const other = new Visitor(app.url)
  await publish(other)
  expect((await card(other, recipe)).status).toBe(403)
  expect((await card(creator, priced)).status).toBe(409)
  expect((await card(creator, recipe, 'poster')).status).toBe(400)
  const hold = Promise.withResolvers<void>()
  drawing = hold.promise
  cards.length = 0
  const ten = Array.from({ length: 10 }, () => card(creator, recipe))
  const statuses: number[] = []
  const answered = ten.map(async (one) => statuses.push((await one).status))
  // The two calls that draw wait until the other eight have been refused.
  await expect.poll(() => [statuses.length, cards.length]).toEqual([8, 2])
  hold.resolve()
  drawing = undefined
  await Promise.all(answered)
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 503), 200, 200])
  expect((await card(creator, recipe)).status).toBe(200)
})

test('a card counts against its creator’s free seconds, and on a public server a network draws one at a time', async () => {
  await app.ctx.db.delete(dayCounts)
  const before = app.ctx.config
  app.ctx.config = { ...before, loopback: false, FREE_DAILY_SECONDS: 1 }
  try {
    const first = new Visitor(app.url)
    const { id: drawn } = await publish(first)
    await remixNow(first, drawn, { public: true })
    const hold = Promise.withResolvers<void>()
    drawing = hold.promise
    cards.length = 0
    // A film takes more than there is, so that nothing is drawn.
    expect((await card(first, drawn, 'film')).status).toBe(429)
    expect(cards).toHaveLength(0)
    const ten = Array.from({ length: 10 }, () => card(first, drawn))
    const statuses: number[] = []
    const answered = ten.map(async (one) => statuses.push((await one).status))
    await expect.poll(() => statuses.length).toBe(9)
    expect(cards).toHaveLength(1)
    hold.resolve()
    drawing = undefined
    await Promise.all(answered)
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 503), 200])
    expect((await card(first, drawn)).status).toBe(429)
  } finally {
    app.ctx.config = before
  }
})

test('the price in a frame says that a public shop takes test money', async () => {
  const before = app.ctx.config
  const { id: shown } = await publish(creator, { price: 500 })
  expect(await (await frame(priced)).text()).not.toContain('Test shop')
  app.ctx.config = { ...before, loopback: false }
  try {
    expect(await (await frame(shown)).text()).toContain('<b>$5.00 · Test shop</b>')
  } finally {
    app.ctx.config = before
  }
})

test('a short address leads to its recipe; an unknown one leads to the page for a missing recipe', async () => {
  const go = async (path: string) => {
    const { status, headers } = await fetch(app.url + path, { redirect: 'manual' })
    expect([status, headers.getSetCookie(), headers.get('x-frame-options')]).toEqual([
      302,
      [],
      'DENY',
    ])
    return headers.get('location')
  }
  const there = `/workflows/${recipe}?utm_source=share-kit`
  expect(await go(shortPath(recipe))).toBe(there)
  expect(await go(shortPath(recipe).toUpperCase().replace('/GO/', '/go/'))).toBe(there)
  expect(await go(`${shortPath(recipe)}?via=Bio-Nov`)).toBe(`/workflows/${recipe}?via=bio-nov`)
  for (const via of ['via=a%26code=x', 'via=-x', 'via=a&via=b', 'via=']) {
    expect(await go(`${shortPath(recipe)}?${via}`)).toBe(there)
  }
  for (const code of ['000000000000', 'x', '%27%20or%201', '..%2f..'])
    expect(await go(`/go/${code}`)).toBe('/workflows/unknown')
})
