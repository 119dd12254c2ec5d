import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const MAIN = '127.0.0.1:4310'
const OTHER = 'photos.localhost:4310'

let app: TestApp
let creator: Visitor
let recipe: string
let priced: string
beforeAll(async () => {
  app = await startTestApp({
    dist: await buildTinyWeb(),
    providers: [createScriptedProvider({ start: () => picture() })],
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      PUBLIC_URL: `http://${MAIN}`,
      SHOP_NAME: 'Main',
      SHOP_HOSTS: JSON.stringify({
        [OTHER]: { SHOP_NAME: 'Photos', SHOP_LOGO: '<svg viewBox="0 0 1 1"/>' },
        'Blüte.example': { SHOP_NAME: 'Blüte' },
      }),
    },
  })
  creator = new Visitor(app.url)
  recipe = (await publish(creator)).id
  priced = (await publish(creator, { price: 300 })).id
})
afterAll(() => app.close())

async function ask(host: string, url: string, headers: Record<string, string> = {}) {
  const answer = await app.app.inject({ url, headers: { host, ...headers } })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

const nameAt = async (host: string, headers: Record<string, string> = {}) =>
  JSON.parse((await ask(host, '/api/v1/openapi.json', headers)).text).info.title as string

test('each name has its own looks, and links to itself', async () => {
  for (const [host, name] of [
    [MAIN, 'Main'],
    [OTHER, 'Photos'],
    [MAIN, 'Main'],
  ] as const) {
    expect(await nameAt(host)).toBe(name)
    expect((await ask(host, '/api/v1/docs')).text).toContain(`<title>${name} API</title>`)
    expect((await ask(host, `/workflows/${recipe}`)).text).toContain(
      `<link rel="canonical" href="http://${host}/workflows/${recipe}">`,
    )
    expect((await ask(host, '/robots.txt')).text).toContain(`Sitemap: http://${host}/sitemap.xml`)
    expect((await ask(host, '/sitemap.xml')).text).toContain(`<loc>http://${host}/`)
    expect((await ask(host, `/embed/${recipe}`)).text).toContain(`href="http://${host}/workflows/`)
    const page = encodeURIComponent(`http://${host}/workflows/${recipe}`)
    expect(JSON.parse((await ask(host, `/oembed?url=${page}`)).text)).toMatchObject({
      provider_name: name,
      provider_url: `http://${host}`,
    })
    expect((await ask(host, '/shop/logo.svg')).status).toBe(host === OTHER ? 200 : 404)
  }
})

test('a private page of one name is nobody’s at the other, and cookies stay where they were set', async () => {
  const made = await remixNow(creator, recipe, { public: false })
  const cookie = [...creator.cookies].map((pair) => pair.join('=')).join('; ')
  const path = `/api/v1/creations/${made.id}`
  expect((await ask(MAIN, path, { cookie })).status).toBe(200)
  expect((await ask(OTHER, path)).status).toBe(404)
  const answer = await app.app.inject({
    method: 'POST',
    url: `/api/v1/workflows/${recipe}/creations`,
    headers: { host: OTHER },
    payload: { user_inputs: { wish: 'boat' } },
  })
  const cookies = [answer.headers['set-cookie']].flat()
  expect(cookies.length).toBeGreaterThan(0)
  for (const line of cookies) expect(line).not.toMatch(/domain=/i)
})

test('a checkout returns to the name at which it began, and a sign-in too', async () => {
  const open = (host: string, back: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/payment/create-checkout-session',
      headers: { host, origin: `http://${host}` },
      payload: {
        workflow_id: priced,
        user_id: creator.anonymousId,
        success_url: `http://${back}/workflows/${priced}/remix`,
        cancel_url: `http://${back}/workflows/${priced}/remix`,
      },
    })
  expect((await open(OTHER, OTHER)).statusCode).toBe(200)
  expect((await open(MAIN, MAIN)).statusCode).toBe(200)
  expect((await open(OTHER, MAIN)).statusCode).toBe(400)
  expect((await open(MAIN, 'evil.example')).statusCode).toBe(400)
  const start = await ask(MAIN, '/api/v1/auth/google/start')
  expect(start.text).toContain(`http://${MAIN}/auth/development`)
})

test('no trick with the name of the host leads elsewhere', async () => {
  const main = [
    ['evil.example', {}],
    ['photos.localhost.:4310', {}],
    ['photos.localhost', {}],
    ['photos.localhost:80', {}],
    ['__proto__', {}],
    ['constructor', {}],
    [MAIN, { 'x-forwarded-host': OTHER }],
    [MAIN, { forwarded: `host=${OTHER}` }],
  ] as const
  for (const [host, headers] of main) {
    expect([host, await nameAt(host, headers)]).toEqual([host, 'Main'])
    const robots = await ask(host, '/robots.txt', headers)
    expect([host, robots.text.includes(`Sitemap: http://${MAIN}/`)]).toEqual([host, true])
  }
  expect(await nameAt('PHOTOS.localhost:4310')).toBe('Photos')
  expect(await nameAt('xn--blte-1ra.example')).toBe('Blüte')
  for (const host of ['a b', `${OTHER}.`, `${OTHER}@evil.example`, `${MAIN}, ${OTHER}`])
    expect([host, (await ask(host, '/robots.txt')).status]).toEqual([host, 400])
  const two = await say(`GET /robots.txt HTTP/1.1\r\nHost: ${MAIN}\r\nHost: ${OTHER}\r\n\r\n`)
  expect(two).toMatch(/^HTTP\/1\.1 400 /)
  const whole = await say(
    `GET http://${OTHER}/robots.txt HTTP/1.1\r\nHost: ${MAIN}\r\nConnection: close\r\n\r\n`,
  )
  expect(whole).not.toContain('photos.localhost')
})

/** What the server answers to these bytes. */
function say(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let said = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      said += part
      if (said.includes('\r\n\r\n')) socket.end()
    })
    socket.on('close', () => resolve(said)).on('error', reject)
    socket.write(request)
  })
}
