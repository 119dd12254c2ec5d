import { CLAIM_WORDS, type ClaimKind } from '@vignette/contract/claim-words.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepClaims } from '../../src/features/claims/claim.ts'
import { claimItems, claims } from '../../src/schema/claims.ts'
import { remixNow } from '../support/acts.ts'
import { mailTo } from '../support/mail-to.ts'
import { openMarket, openModerated } from '../support/moderation.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let app: TestApp
let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  app = await openModerated()
  clock.change(app.ctx)
  market = await openMarket(app)
})
afterAll(() => app.close())

type Fields = Record<string, string>

const whole = (places: string, also: Fields = {}): Fields => ({
  places,
  work: 'A photo of me',
  reason: 'I did not agree',
  contact: 'Main Street 1, Springfield',
  email: 'claimant@example.com',
  signature: 'Ada Lovelace',
  sworn0: 'yes',
  sworn1: 'yes',
  ...also,
})

/** Sends the form as a browser without script does. */
function send(kind: ClaimKind, fields: Fields, headers: Record<string, string> = {}) {
  return fetch(`${app.url}/claims?kind=${kind}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  })
}

async function file(kind: ClaimKind, fields: Fields) {
  const answer = await send(kind, fields)
  expect(answer.status).toBe(303)
  const at = answer.headers.get('location') ?? ''
  const number = /^\/claims\/(C-[A-Z0-9]{6})\?key=/.exec(at)?.[1] ?? ''
  const [row] = await app.ctx.db.select().from(claims).where(eq(claims.number, number))
  if (!row) throw new Error(`no claim at ${at}`)
  return { at, number, id: row.id }
}

const itemsOf = (claimId: string) =>
  app.ctx.db.select().from(claimItems).where(eq(claimItems.claimId, claimId))

const page = async (at: string) => (await fetch(`${app.url}${at}`)).text()

describe('the form', () => {
  test('of each kind asks for what its statute names, and keeps what was written where something lacks', async () => {
    for (const kind of Object.keys(CLAIM_WORDS) as ClaimKind[]) {
      expect(await page('/claims')).toContain(`/claims?kind=${kind}`)
      for (const sentence of CLAIM_WORDS[kind].sworn)
        expect(await page(`/claims?kind=${kind}`)).toContain(sentence.replace("'", '&#39;'))
      for (const lacking of ['places', 'work', 'reason', 'contact', 'email', 'signature']) {
        const words = CLAIM_WORDS[kind]
        const isAsked =
          lacking === 'email'
            ? !words.emailOptional
            : lacking === 'work'
              ? words.work !== undefined
              : lacking === 'reason' || lacking === 'contact'
                ? words[lacking] !== undefined && !words[lacking].optional
                : true
        if (!isAsked) continue
        const answer = await send(kind, whole('/creations/x', { [lacking]: ' ' }))
        expect([kind, lacking, answer.status]).toEqual([kind, lacking, 422])
        const shown = await answer.text()
        expect(shown).toContain('One thing is')
        if (lacking !== 'signature') expect(shown).toContain('value="Ada Lovelace"')
      }
      const unsworn = whole('/x')
      delete unsworn['sworn0']
      expect((await send(kind, unsworn)).status).toBe(422)
    }
    expect(await app.ctx.db.select().from(claims)).toEqual([])
  })

  test('gives a number, a page that needs no account, and a letter that leads there', async () => {
    const { at, number } = await file('likeness', whole(`Here: ${app.url}/workflows/unknown.`))
    const shown = await fetch(`${app.url}${at}`)
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('set-cookie')).toBeNull()
    expect(await shown.text()).toContain(number)
    const [letter] = await mailTo(app, 'claimant@example.com')
    expect(letter?.subject).toBe(`We have your claim ${number}`)
    const inLetter = /\/claims\/\S+/.exec(letter?.body ?? '')?.[0] ?? ''
    expect((await fetch(`${app.url}${inLetter}`)).status).toBe(200)
    expect((await fetch(`${app.url}/claims/${number}?key=forged.a.b`)).status).toBe(404)
    expect((await fetch(`${app.url}/claims/C-AAAAAA?key=${at.split('key=')[1]}`)).status).toBe(404)
  })

  test('needs an e-mail address, save for an intimate picture', async () => {
    const { at } = await file('intimate', whole('/creations/x', { email: '', contact: '' }))
    expect(await page(at)).toContain('Keep the address of this page')
  })

  test('recognises recipes, creations and files in the text, and says of none whether it exists', async () => {
    const { recipe, creation, fan } = market
    const secret = await remixNow(fan.browser, recipe.id)
    const places = `See ${app.url}/workflows/${recipe.id}/remix, (${app.url}${creation.image}) and
      ${app.url}/creations/${secret.id}?key=1 and https://elsewhere.example/creations/${creation.id}
      /go/${recipe.id.slice(-12)} /creations/00000000-0000-7000-8000-000000000000`
    const { id, at } = await file('law', whole(places))
    const items = await itemsOf(id)
    expect(items.map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [recipe.id, creation.id, secret.id].toSorted(),
    )
    const shown = (await page(at)).replaceAll(places, '')
    expect(shown).not.toContain('A creation of')
    expect(shown).not.toContain(market.fan.id)
  })

  test('sent twice, and ten times at once, is one claim with one letter', async () => {
    const fields = whole('/x', { email: 'twice@example.com' })
    const many = await Promise.all(Array.from({ length: 10 }, () => file('law', fields)))
    expect(new Set(many.map(({ number }) => number)).size).toBe(1)
    expect(await mailTo(app, 'twice@example.com')).toHaveLength(1)
  })

  test('takes a script in every field as text', async () => {
    const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
    const fields = whole(script, {
      work: script,
      reason: script,
      contact: script,
      signature: script,
    })
    const { at } = await file('trademark', fields)
    const refused = await (await send('trademark', { ...fields, email: script })).text()
    for (const shown of [await page(at), refused]) {
      expect(shown).not.toMatch(/<script|<img|"'>/)
      expect(shown).toContain('&#60;script&#62;')
    }
  })

  test('is counted by address on a public server, and the refusal is a page', async () => {
    const beside = await startTestApp({ beside: app, worker: false, env: { RATE_REPORTS: '2' } })
    try {
      const post = () =>
        fetch(`${beside.url}/claims?kind=law`, { method: 'POST', body: new URLSearchParams() })
      const answers = [await post(), await post(), await post()]
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 429])
      expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answers[2]?.text()).toContain('<h1>Not sent</h1>')
    } finally {
      await beside.close()
    }
  })

  test('is refused from another site, and with a megabyte', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await send('law', whole('/x'), foreign)).status).toBe(403)
    const before = await app.ctx.db.$count(claims)
    expect((await send('law', whole('x'.repeat(1_000_000)))).status).toBe(413)
    expect((await send('law', whole('x'.repeat(5_000)))).status).toBe(422)
    expect(await app.ctx.db.$count(claims)).toBe(before)
  })
})

test('the words of a claim are emptied two years after its decision', async () => {
  const old = await file('law', whole('/x', { email: 'old@example.com' }))
  const kept = await file('law', whole('/x', { email: 'kept@example.com' }))
  const decided = { state: 'rejected', decidedAt: app.ctx.clock.now() } as const
  await app.ctx.db.update(claims).set(decided).where(eq(claims.id, old.id))
  clock.hours = 731 * 24
  try {
    await sweepClaims.run(app.ctx)
  } finally {
    clock.hours = 0
  }
  const read = async (id: string) =>
    (await app.ctx.db.select().from(claims).where(eq(claims.id, id)))[0]
  expect(await read(old.id)).toMatchObject({ email: null, places: '', signature: '' })
  expect(await read(kept.id)).toMatchObject({ email: 'kept@example.com', places: '/x' })
})
