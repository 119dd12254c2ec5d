import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { moneyOf } from '@vignette/contract/currencies.ts'
import { readMoneyFrom, US_DOLLARS } from '@vignette/contract/currency.ts'
import { UNNAMED } from '@vignette/contract/shop.ts'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openSharedAnswers } from '../platform/http/shared-answers.ts'
import { createProcessState } from '../platform/process-state.ts'
import { registerWebHost } from './register-web-host.ts'

/** A minimal built web app whose screens print their data. */
const ENTRY = `
const call = (name, id) => ({ key: [name], url: '/api/v1/' + name + '/' + id, decidesStatus: true })
export function planPage(address) {
  const url = new URL(address, 'http://x')
  const [, name, id] = url.pathname.split('/')
  if (name !== 'things' || !id) return undefined
  return { calls: [call(name, id)], screen: 'src/things.tsx', status: 200,
    private: url.searchParams.has('key'), cacheKey: url.pathname, shell: id.startsWith('shell') }
}
export const readMoneyFrom = () => {}
export const sitemapPaths = ['/', '/workflows']
export const isKnownPage = (path) => path === '/known'
export const templateOf = () => '/things/:id'
export const renderShellHead = (address, origin, status) => '<title>shell ' + status + '</title>'
export async function render(address, data) {
  if (address.includes('breaks')) throw new Error('a screen broke')
  if (address.includes('moved')) return { html: '', head: '', state: '', status: 308, movedTo: '/things/new' }
  return { html: '<p>' + JSON.stringify(data.answers.map((a) => a.data)) + '</p>',
    head: '<title>' + data.origin + '</title>', state: '{}', status: data.status }
}`

async function startHost(given: { publicUrl?: string; home?: string; notice?: string } = {}) {
  const dist = await mkdtemp(path.join(tmpdir(), 'web-host-'))
  onTestFinished(() => rm(dist, { recursive: true }))
  await mkdir(path.join(dist, 'server'))
  await mkdir(path.join(dist, 'client/assets'), { recursive: true })
  await writeFile(path.join(dist, 'server/entry-server.js'), ENTRY)
  await writeFile(
    path.join(dist, 'client/index.html'),
    `<head><!-- ${'a page is long '.repeat(80)} --><!--head-->
    <script type="module" crossorigin src="/assets/a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/b.js">
    <link rel="stylesheet" crossorigin href="/assets/m.css">
    </head><body><main><!--html--></main><!--state--></body>`,
  )
  await writeFile(path.join(dist, 'client/assets/a.js'), 'console.log(1)')
  await writeFile(path.join(dist, 'client/assets/m.css'), 'a::after { content: "$1" }')
  await writeFile(path.join(dist, 'client/assets/a.js.br'), 'packed')
  await writeFile(
    path.join(dist, 'client/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/a.js', isEntry: true, imports: ['_b.js'] },
      '_b.js': { file: 'assets/b.js' },
      'src/things.tsx': { file: 'assets/t.js', imports: ['_b.js'], css: ['assets/t.css'] },
    }),
  )
  const server = Fastify()
  onTestFinished(() => server.close())
  const state = { asked: 0, counted: 0, clear: () => {} }
  server.get('/api/v1/things/:id', async (request, reply) => {
    state.asked++
    const { id } = request.params as { id: string }
    if (id.endsWith('gone')) return reply.code(404).send({})
    if (id === 'mine' && !request.headers.cookie) return reply.code(404).send({})
    return { id, seen: state.asked, cookie: request.headers.cookie ?? null }
  })
  server.get('/api/v1/workflows', async (request) => {
    const { cursor } = request.query as { cursor?: string }
    const created_at = '2026-11-02T00:00:00Z'
    return cursor === 'after-w1'
      ? {
          workflows: [{ address: '/workflows/w2', created_at, creator_handle: 'guest-abcdef' }],
          next_cursor: null,
        }
      : {
          workflows: [{ address: '/@mara/neon', created_at, creator_handle: 'mara' }],
          next_cursor: 'after-w1',
        }
  })
  await registerWebHost(server, {
    dist,
    publicUrl: given.publicUrl,
    home: given.home,
    shopAt: () => UNNAMED,
    isClosed: () => false,
    notice: () => given.notice,
    drawingAt: () => undefined,
    originOf: (request) => given.publicUrl ?? `http://${request.headers.host}`,
    process: createProcessState(),
    count: async () => void state.counted++,
    answers: openSharedAnswers({
      events: {
        subscribeAll(onChange) {
          state.clear = () => onChange(null)
          return () => undefined
        },
      },
      shownBy: [],
    }),
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ method: 'GET', url, headers: { host: 'site.test', ...headers } })
  return { get, state }
}

test('a page carries its data, its head and its own chunks', async () => {
  const { get } = await startHost({ publicUrl: 'http://site.test' })
  const page = await get('/things/1')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<main><p>[{"id":"1","seen":1,"cookie":null}]</p></main>')
  expect(page.body).toContain('<title>http://site.test</title>')
  expect(page.body).toContain('<script type="application/json" id="page-state">{}</script>')
  expect(page.body).toContain('href="/assets/t.js"')
  expect(page.body).toContain('href="/assets/t.css"')
})

test('the notice of the shop stands above every page, rendered or not', async () => {
  const { get } = await startHost({ notice: 'Free & for tests.' })
  const strip =
    '<body><aside class="shop-notice" aria-label="About this shop">Free &#38; for tests.</aside><main>'
  for (const page of ['/things/1', '/things/shell', '/known', '/things/gone', '/nothing'])
    expect((await get(page)).body).toContain(strip)
  const { get: getPlain } = await startHost()
  expect((await getPlain('/things/1')).body).toContain('<body><main>')
})

test('a page carries each part once: the style first, scripts after the parts of the first paint', async () => {
  const { get } = await startHost()
  const { body } = await get('/things/1')
  const files = [...body.matchAll(/(?:href|src)="\/assets\/([^"]+)"|<(main|style)>/g)]
  expect(files.map(([, file, tag]) => file ?? tag)).toEqual([
    't.css',
    'style',
    'main',
    't.js',
    'a.js',
    'b.js',
    'm.css',
  ])
  expect(body).toContain('<style>a::after { content: "$1" }</style>')
  expect(body).toContain('media="not all" href="/assets/m.css"')
})

test('a page is rendered once for all visitors until a change, and then revalidates', async () => {
  const { get, state } = await startHost()
  const page = await get('/things/1')
  const again = await get('/things/1?utm=1', {
    cookie: 'a=b',
    'if-none-match': String(page.headers.etag),
  })
  expect(again.statusCode).toBe(304)
  expect(state.asked).toBe(1)
  state.clear()
  expect((await get('/things/1')).body).toContain('"seen":2')
})

test('brotli is sent to a browser that accepts it, and gzip to one that does not', async () => {
  const { get } = await startHost()
  const page = await get('/things/1', { 'accept-encoding': 'gzip, br' })
  expect(brotliDecompressSync(page.rawPayload).toString()).toContain('"seen":1')
  const file = await get('/assets/a.js', { 'accept-encoding': 'br' })
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(file.body).toBe('packed')
  const zipped = await get('/assets/a.js', { 'accept-encoding': 'gzip, br;q=0' })
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(zipped.rawPayload).toString()).toBe('console.log(1)')
  const plain = await get('/assets/a.js', { 'accept-encoding': 'gzip;q=0, br;q=0' })
  expect(plain.body).toBe('console.log(1)')
})

test.each([
  ['/things/gone', 404],
  ['/things/shell-gone', 404],
  ['/things/shell', 200],
  ['/nowhere', 404],
  ['/known', 200],
])('%s answers %i', async (url, status) => {
  const { get } = await startHost()
  expect((await get(url)).statusCode).toBe(status)
})

test('a private page is rendered for its viewer only and never cached', async () => {
  const { get, state } = await startHost()
  expect((await get('/things/mine')).statusCode).toBe(404)
  const own = await get('/things/mine', { cookie: 'me=1' })
  expect(own.statusCode).toBe(200)
  expect(own.headers['cache-control']).toBe('no-store')
  expect((await get('/things/mine')).statusCode).toBe(404)
  const before = state.asked
  const keyed = await get('/things/1?key=secret')
  const rules = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  }
  expect(keyed.headers).toMatchObject(rules)
  const written = await get('/things/1?k%65y=secret')
  expect(written.headers).toMatchObject(rules)
  expect(state.asked).toBe(before + 2)
})

test('without an address of its own a site has one page for every host, which names none', async () => {
  const { get, state } = await startHost()
  const page = await get('/things/1')
  expect(page.body).toContain('<title>null</title>')
  for (const host of ['a.test', 'b.test', 'c.test:81']) {
    expect((await get('/things/1', { host })).body).toBe(page.body)
  }
  expect(state).toMatchObject({ asked: 1, counted: 1 })
})

test('an address of no page, and one whose thing is gone, are the same bytes, counted against nobody', async () => {
  const { get, state } = await startHost({ publicUrl: 'http://site.test' })
  const first = await get('/nothing/1')
  for (const path of ['/nothing/2', '/nothing/3?a=b', '/things/gone']) {
    expect((await get(path)).body).toBe(first.body)
  }
  // What may be a thing must be looked up.
  expect(state).toMatchObject({ asked: 1, counted: 1 })
})

test('a page is counted for whoever has it made, and not for whoever finds it', async () => {
  const { get, state } = await startHost()
  await get('/things/1')
  await get('/things/1')
  await get('/known')
  await get('/known?a=b')
  expect(state.counted).toBe(2)
  await get('/things/1?key=a')
  expect(state.counted).toBe(3)
})

test('a page that only the browser renders is a shell with the status of its call', async () => {
  const { get } = await startHost()
  const page = await get('/things/shell-gone')
  expect(page.body).toContain('<main></main>')
  expect(page.body).toContain('<title>shell 404</title>')
})

test('a screen that throws is served as the plain shell', async () => {
  const { get } = await startHost()
  const page = await get('/things/breaks')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<main></main>')
  expect(page.body).toContain('<title>shell 200</title>')
})

test('a page that has moved leads on with its query, and no browser keeps that', async () => {
  const { get } = await startHost()
  for (const query of ['', '?via=bio']) {
    const page = await get(`/things/moved${query}`)
    expect(page.statusCode).toBe(308)
    expect(page.headers).toMatchObject({
      location: `/things/new${query}`,
      'cache-control': 'no-cache',
    })
  }
})

test.each(['/api/v1/nope', '/media/nope', '/assets/nope.js'])('%s is not a page', async (url) => {
  const { get } = await startHost()
  const answer = await get(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/json')
})

test('no file outside the built folder is served', async () => {
  const { get } = await startHost()
  for (const url of ['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('workspaces')
  }
})

test("sitemap and robots name the server's own origin", async () => {
  const { get } = await startHost()
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toContain('application/xml')
  expect(map.body).toContain('<loc>http://site.test/@mara/neon</loc><lastmod>2026-11-02</lastmod>')
  expect(map.body).toContain('<loc>http://site.test/workflows/w2</loc>')
  // A guest has no page.
  expect(map.body.match(/<loc>[^<]*@[^</]*</g)).toEqual(['<loc>http://site.test/@mara<'])
  expect((await get('/robots.txt')).body).toContain('Sitemap: http://site.test/sitemap.xml')
})

test('on one’s own machine, pages under localhost lead to the address that letters name', async () => {
  const { get } = await startHost({ home: 'http://127.0.0.1:4310' })
  const page = await get('/things/1?a=b', { host: 'localhost:4310' })
  expect([page.statusCode, page.headers.location]).toEqual([
    302,
    'http://127.0.0.1:4310/things/1?a=b',
  ])
  expect((await get('/things/1', { host: '127.0.0.1:4310' })).statusCode).toBe(200)
  expect((await get('/assets/a.js', { host: 'localhost:4310' })).statusCode).toBe(200)
})

test('a server in another currency says its money in every page', async () => {
  const money = moneyOf('jpy')
  readMoneyFrom(() => money)
  onTestFinished(() => readMoneyFrom(() => US_DOLLARS))
  const { get } = await startHost()
  for (const page of ['/things/1', '/things/shell', '/known', '/things/gone', '/nothing'])
    expect((await get(page)).body).toContain(
      '<meta name="money" content="{&#34;currency&#34;:&#34;jpy&#34;,&#34;decimals&#34;:0,',
    )
  readMoneyFrom(() => US_DOLLARS)
  expect((await get('/nothing')).body).not.toContain('name="money"')
})
