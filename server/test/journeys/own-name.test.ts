import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../src/features/notices/notice-kinds.ts'
import { writeLetter } from '../../src/features/notices/write-letter.ts'
import { makeMonthStatements } from '../../src/features/payouts/make-statements.ts'
import { monthOf } from '../../src/features/payouts/rules-statements.ts'
import { newId } from '../../src/platform/ids.ts'
import type { LetterRow, NoticeRow } from '../../src/schema/notices.ts'
import { enterAs } from '../support/accounts.ts'
import { buy, charged, openCheckout, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { readManifest, readStore } from '../support/read-manifest.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const NAME = 'Blüte & Co’s'

/** The names of cookies and metrics stay: programs know them. */
const TECHNICAL = /vignette_[a-z_]+/g

const clock = shiftClock()
let app: TestApp
let seller: Browser
let buyer: Browser
let recipe: string
let creation: string
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture('#336699', 2048, 1024) })],
    env: {
      ...UNLIMITED_RATES,
      NSFW_THRESHOLD: '1',
      SHOP_NAME: NAME,
      OPERATOR_ADDRESS: '1 Long Lane\\nLondon',
    },
    change: clock.change,
  })
  seller = await enterAs(app, 'seller@example.com')
  await seller.call('PUT', '/users', { username: 'mara' })
  recipe = (await publish(seller, { price: 300, name: 'Boats' })).id
  buyer = new Browser(app.url)
  creation = (await buy(buyer, recipe)).job.result.id
})
afterAll(() => app.close())

/** What an answer says, its heading lines included. */
async function read(path: string, by: Browser = buyer, accept = 'text/html,*/*') {
  const answer = await by.fetch(path, { headers: { accept } })
  const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  return { status: answer.status, text: `${said}\n${await answer.text()}` }
}

const oldName = (text: string) => text.replaceAll(TECHNICAL, '').match(/.{0,60}vignette.{0,60}/i)

test('no page, feed or document that the server writes names the software', async () => {
  const payment = (await charged(buyer, creation)).id
  const session = (await openCheckout(buyer, recipe)).body
  const invoice = await buyer.json<{ url: string }>(`/payment/${payment}/invoice`, { body: {} })
  const pages = {
    '/api/v1/openapi.json': 200,
    '/api/v1/docs': 200,
    '/api/v1/config': 200,
    '/.well-known/oauth-protected-resource/mcp': 200,
    [`/embed/${recipe}`]: 200,
    [`/embed/${newId()}`]: 404,
    [`/oembed?url=${app.url}/workflows/${recipe}`]: 200,
    '/@mara/feed.xml': 200,
    '/dev/inbox': 200,
    '/auth/development': 200,
    [new URL(session.url, app.url).pathname]: 200,
    [invoice.body.url]: 200,
    '/no/such/page': 404,
    [`/${'a'.repeat(3_000)}`]: 414,
  }
  for (const [path, status] of Object.entries(pages)) {
    const answer = await read(path)
    expect([path, answer.status]).toEqual([path, status])
    expect([path, oldName(answer.text)]).toEqual([path, null])
  }
  for (const path of ['/api/v1/openapi.json', '/@mara/feed.xml', invoice.body.url]) {
    expect((await read(path)).text).toMatch(/Blüte (?:&|&#38;|&amp;) Co’s/)
  }
})

test('no letter names the software, whatever its kind', async () => {
  const facts = new Proxy({} as Record<string, string | number>, {
    get: (_, name) =>
      /cents|count|reports|objections|cases|files|days|sales|most/i.test(String(name))
        ? 3
        : /at$|until|newest|since|due|^from$|by$|month/i.test(String(name))
          ? '2026-11-28T10:00:00.000Z'
          : `some ${String(name)}`,
  })
  for (const kind of Object.keys(NOTICE_KINDS)) {
    const row = { messageId: '<1@x>', createdAt: new Date(), toPayer: true, address: 'ada@x.org' }
    const letter = writeLetter(
      app.ctx,
      row as LetterRow & { address: string },
      { kind, facts } as unknown as NoticeRow,
      { id: newId(), kind: 'visitor' },
      {},
    )
    const text = [letter.subject, letter.text, letter.html, JSON.stringify(letter.headers)].join()
    expect([kind, oldName(text)]).toEqual([kind, null])
    expect(letter.text).toContain(`Sent by ${NAME}.`)
  }
})

test('files say whose they are, in what they hold and how they are called', async () => {
  const file = await buyer.fetch(`/api/v1/creations/${creation}/download`)
  const bytes = Buffer.from(await file.arrayBuffer())
  const manifest = readManifest(await readStore('image/png', bytes))
  expect(JSON.stringify(manifest)).toContain(NAME)
  expect(oldName(JSON.stringify(manifest))).toBeNull()
  const pdf = await read(`/api/v1/creations/${creation}/download?format=pdf`)
  expect([pdf.status, oldName(pdf.text)]).toEqual([200, null])
  const account = await seller.fetch('/api/v1/users/me/export')
  expect(account.headers.get('content-disposition')).toContain('filename="blute-co-s-account.zip"')
  const sales = await read('/api/v1/creators/me/sales/export', seller)
  expect(oldName(sales.text)).toBeNull()
})

test('a statement names the shop, and one made before keeps its name', async () => {
  const month = monthOf(app.ctx.clock.now())
  clock.hours += 32 * 24
  await makeMonthStatements(app.ctx, month)
  await signIn(seller, 'seller@example.com')
  const list = await seller.json<{ statements: { number: string }[] }>('/payouts/statements')
  const address = `/api/v1/payouts/statements/${list.body.statements[0]?.number}`
  const page = await read(`${address}/page`, seller)
  expect([page.status, oldName(page.text)]).toEqual([200, null])
  expect(page.text).toContain('<strong>Blüte &#38; Co’s</strong>')
  expect(oldName((await read(`${address}/csv`, seller)).text)).toBeNull()
  app.ctx.config.SHOP_NAME = 'Another'
  expect((await read(`${address}/page`, seller)).text).toContain(
    '<strong>Blüte &#38; Co’s</strong>',
  )
})
