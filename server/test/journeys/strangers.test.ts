import { once } from 'node:events'
import { connect } from 'node:net'
import { API_BASE } from '@vignette/contract/paths.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { buy, publish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { closeApps, openApp } from '../support/open-apps.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'

const PUBLIC = {
  PUBLIC_URL: 'https://shop.example',
  SECRET: 'a-secret-of-tests-with-32-characters',
  PAYMENTS: 'sandbox',
  OPERATOR_CONTACT: 'help@shop.example',
}
afterEach(closeApps)

describe('on loopback', () => {
  test('ten buyers in ten browsers, each buying four times, meet no limit', async () => {
    const provider = createScriptedProvider({ start: async () => picture() })
    const app = await openApp({ providers: [provider] })
    const creator = new Visitor(app.url)
    const recipe = await publish(creator, { price: 300 })
    const bought = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const buyer = new Visitor(app.url)
        const all = []
        for (let at = 0; at < 4; at++) all.push((await buy(buyer, recipe.id)).job)
        return all
      }),
    )
    expect(bought.flat().map(({ status }) => status)).toEqual(Array(40).fill('COMPLETED'))
  })

  test('3,000 reads of one client IP are answered', async () => {
    const app = await openApp({ worker: false })
    const statuses = new Set<number>()
    for (let at = 0; at < 3_000; at += 30) {
      const paths = Array.from({ length: 30 }, (_, one) => `/workflows?q=word${(at + one) % 90}`)
      const answers = await Promise.all(paths.map((path) => fetch(app.url + API_BASE + path)))
      for (const answer of answers) {
        statuses.add(answer.status)
        await answer.text()
      }
    }
    expect([...statuses]).toEqual([200])
  })
})

describe('on a public server', () => {
  test('what must be made is counted by client IP, and what is kept or a probe is not', async () => {
    const dist = await buildTinyWeb()
    const app = await openApp({ worker: false, env: { ...PUBLIC, RATE_READS: '3' }, dist })
    const get = async (path: string) => (await fetch(app.url + path)).status
    expect(await get('/workflows')).toBe(200)
    expect(await get('/workflows')).toBe(200)
    expect(await get(`${API_BASE}/providers`)).toBe(200)
    expect(await get(`${API_BASE}/providers`)).toBe(200)
    const refused = await fetch(`${app.url}${API_BASE}/providers`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await get('/workflows/018f0000-0000-7000-8000-000000000001')).toBe(429)
    expect(await get('/workflows')).toBe(200)
    expect(await get('/nothing/here')).toBe(404)
    expect(await get(`${API_BASE}/healthcheck`)).toBe(200)
  })

  test.each(['/payment/webhook/sandbox', '/payouts/webhook/sandbox'])(
    'an event to %s without a signature, and one over the rate, is refused before its body',
    async (path) => {
      const app = await openApp({ worker: false, env: { ...PUBLIC, RATE_WEBHOOKS: '2' } })
      const { hostname, port } = new URL(app.url)
      const knock = async (header = '') => {
        const socket = connect(Number(port), hostname)
        const lines = ['Host: a', 'Content-Type: application/json', 'Content-Length: 200000']
        const head = [`POST ${API_BASE}${path} HTTP/1.1`, ...lines, ...(header ? [header] : [])]
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        const [answer] = (await once(socket, 'data')) as [Buffer]
        socket.destroy()
        return answer.toString()
      }
      const unsigned = await knock()
      expect(unsigned).toMatch(/^HTTP\/1\.1 400 /)
      expect(unsigned).toContain('The event carries no signature.')
      expect(unsigned).toMatch(/\r\nconnection: close\r\n/i)
      await knock()
      expect(await knock('Sandbox-Signature: t=1,v1=0')).toMatch(/^HTTP\/1\.1 429 /)
    },
  )
})
