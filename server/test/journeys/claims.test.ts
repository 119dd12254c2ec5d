import { CLAIM_WORDS, type ClaimKind } from '@vignette/contract/claim-words.ts'
import type { ClaimView } from '@vignette/contract/claims.ts'
import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sweepClaims } from '../../src/features/claims/claim.ts'
import { runHideDueClaims } from '../../src/features/claims/decide-claim.ts'
import { addWorkingDays, runRestoreCountered } from '../../src/features/claims/object-to-claim.ts'
import { claimItems, claimObjections, claims } from '../../src/schema/claims.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { publish, type Refusal, remixNow, tryRemix } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { act, newPerson, openMarket, queue, report } from '../support/moderation.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** What the next runs make, instead of a plain colour, by which no picture is known again. */
let drawn: Buffer | undefined
const product = (bytes: Buffer) => ({
  state: 'done' as const,
  product: { from: 'bytes' as const, kind: 'image' as const, bytes },
})
const clock = shiftClock()
let app: TestApp
let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  const start = async () => (drawn ? product(drawn) : picture())
  app = await startTestApp({
    providers: [createScriptedProvider({ start })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', NSFW_REFUSE_THRESHOLD: '1' },
  })
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

const at = (hours: number) => {
  clock.hours = hours
}

async function decide(who: { browser: Browser }, id: string, action: string) {
  return who.browser.json<ClaimView & Refusal>(`/admin/claims/${id}/decision`, {
    body: { action, statement: `Because of ${action}.` },
  })
}

const isSeen = async (path: string) => (await new Browser(app.url).json(`${path}`)).status === 200

const subjectsTo = async (address: string) =>
  (await mailTo(app, address)).map(({ subject }) => subject)

/** The address of a claim's page in the newest letter with these words in its subject. */
async function linkIn(address: string, subject: string) {
  const letter = (await mailTo(app, address)).find((one) => one.subject.includes(subject))
  return /\/claims\/\S+/.exec(letter?.body ?? '')?.[0] ?? ''
}

/** A form of a claim's page, sent with the key of that page. */
function answer(link: string, fields: Fields) {
  const [path = '', key = ''] = link.split('?key=')
  return fetch(`${app.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ key, ...fields }),
    redirect: 'manual',
  })
}

/** The report that a stranger sends about a creation, or that waits already. */
async function openReport(admin: { browser: Browser }, creationId: string) {
  await report(await newPerson(app, 'stranger@example.com'), 'creation', creationId)
  return (await queue(admin)).find((one) => one.subject_id === creationId)?.id ?? ''
}

/** A fresh public creation of a person with letters of its own. */
async function newTarget(name: string) {
  const owner = await newPerson(app, `${name}@example.com`)
  const creation = await remixNow(owner.browser, market.recipe.id, { public: true })
  return { owner, creation, url: `${app.url}/creations/${creation.id}` }
}

describe('the desk', () => {
  afterEach(() => at(0))

  test('walks from the form over the clock to all letters, with an objection that somebody else decides', async () => {
    const { creation, url, owner } = await newTarget('walked')
    const { id, number } = await file('intimate', whole(url, { email: 'ada@example.com' }))
    const admin = await newPerson(app, 'admin@example.com', true)
    const listed = async () =>
      (await admin.browser.json<{ claims: ClaimView[] }>('/admin/claims?limit=100')).body.claims
    expect((await listed()).find((one) => one.id === id)?.items[0]).toMatchObject({
      state: 'open',
      reachable: true,
      owner_id: owner.id,
    })
    at(43.9)
    await runHideDueClaims(app.ctx)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
    at(44)
    await Promise.all([runHideDueClaims(app.ctx), runHideDueClaims(app.ctx)])
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    const hidden = (await mailTo(app, 'walked@example.com'))[0]
    expect(hidden?.subject).toMatch(/is hidden for now$/)
    expect(hidden?.body).toMatch(
      /An intimate picture of me.*within 44 hours.*by the clock and not by a person/s,
    )
    expect(hidden?.body).not.toMatch(/Lovelace|ada@/)
    at(0)
    const boss = await newPerson(app, 'admin@example.com', true)
    expect((await decide(boss, id, 'take_down')).body.items[0]?.state).toBe('taken_down')
    expect((await decide(boss, id, 'reject')).status).toBe(409)
    expect(await subjectsTo('ada@example.com')).toEqual([
      `Taken down: your claim ${number}`,
      `Hidden for now: your claim ${number}`,
      `We have your claim ${number}`,
    ])
    const link = await linkIn('walked@example.com', 'was taken down')
    expect(await page(link)).toMatch(/Because of take_down.*a person, without software/s)
    expect((await answer(link, { text: ' ' })).status).toBe(422)
    expect((await answer(link, { text: 'It is <b>me</b>' })).status).toBe(303)
    expect((await answer(link, { text: 'Again' })).status).toBe(409)
    const other = await newPerson(app, 'second@example.com', true)
    const objection = (await listed()).find((one) => one.id === id)?.objections[0]
    expect(objection).toMatchObject({ text: 'It is <b>me</b>', yours: false })
    const uphold = (who: { browser: Browser }) =>
      who.browser.json<ClaimView & Refusal>(`/admin/objections/${objection?.id}/decision`, {
        body: { upheld: true, statement: 'You are right.' },
      })
    expect((await uphold(boss)).status).toBe(403)
    expect((await uphold(other)).body.items[0]?.state).toBe('restored')
    expect((await uphold(other)).status).toBe(409)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
    expect((await subjectsTo('walked@example.com'))[0]).toMatch(/is shown again$/)
    expect((await subjectsTo('ada@example.com'))[0]).toBe(
      `Shown again: what your claim ${number} named`,
    )
    const log = await app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(log.map(({ action }) => action)).toEqual([
      'claim_hidden_in_time',
      'claim_take_down',
      'claim_restore',
    ])
  })

  test('hides by the clock only what a law gives hours for, and nothing that is private', async () => {
    const { url, creation } = await newTarget('waiting')
    const secret = await remixNow(market.fan.browser, market.recipe.id)
    const law = await file('law', whole(`${url}?law`))
    const own = await file('intimate', whole(`${app.url}/creations/${secret.id}`))
    at(50)
    await runHideDueClaims(app.ctx)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
    expect((await itemsOf(law.id))[0]?.state).toBe('open')
    expect((await itemsOf(own.id))[0]).toMatchObject({ state: 'open' })
    expect((await market.fan.browser.json(`/creations/${secret.id}`)).status).toBe(200)
    // Whose things were left hears nothing, and finds no page of the claim.
    expect((await market.fan.browser.fetch(`/claims/${own.number}`)).status).toBe(404)
  })

  test('killed in the middle, it hides at the next minute, once', async () => {
    const { url, creation } = await newTarget('killed')
    const { id } = await file('intimate', whole(url))
    at(44)
    const broken = {
      ...app.ctx,
      queue: { ...app.ctx.queue, send: () => Promise.reject(new Error('killed')) },
    } as typeof app.ctx
    await expect(runHideDueClaims(broken)).rejects.toThrow('killed')
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
    await runHideDueClaims(app.ctx)
    await runHideDueClaims(app.ctx)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    const log = await app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id))
    expect(log).toHaveLength(1)
  })

  test('lets one of two moderators decide at once, and only staff', async () => {
    const { url } = await newTarget('both')
    const { id } = await file('trademark', whole(url))
    const [one, two] = [
      await newPerson(app, 'admin@example.com', true),
      await newPerson(app, 'second@example.com', true),
    ]
    const answers = await Promise.all([decide(one, id, 'take_down'), decide(two, id, 'reject')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await decide(market.fan, id, 'reject')).status).toBe(403)
  })

  test('shows again what one claim hid only once no other claim keeps it down', async () => {
    const { url, creation } = await newTarget('twofold')
    const first = await file('likeness', whole(url))
    const second = await file('trademark', whole(url))
    const admin = await newPerson(app, 'admin@example.com', true)
    await decide(admin, first.id, 'hide')
    await decide(admin, second.id, 'hide')
    await decide(admin, first.id, 'reject')
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    await decide(admin, second.id, 'reject')
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
  })

  test('and a report hide beside each other, in each order: a thing is shown again once neither does', async () => {
    const admin = await newPerson(app, 'admin@example.com', true)
    const seen = ({ creation }: { creation: { id: string } }) => isSeen(`/creations/${creation.id}`)

    const first = await newTarget('claimed-first')
    const claim = await file('likeness', whole(first.url))
    const about = await openReport(admin, first.creation.id)
    await decide(admin, claim.id, 'hide')
    const refused = await act(admin, about, 'restore')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `The claim ${claim.number} hides it: decide it under Claims.`,
    ])
    expect((await queue(admin)).find(({ id }) => id === about)?.claim).toBe(claim.number)
    expect(await seen(first)).toBe(false)
    expect((await act(admin, about, 'hide')).status).toBe(200)
    await decide(admin, claim.id, 'reject')
    expect(await seen(first)).toBe(false)
    expect((await act(admin, about, 'restore')).body.claim).toBeNull()
    expect(await seen(first)).toBe(true)

    const second = await newTarget('reported-first')
    const before = await openReport(admin, second.creation.id)
    await act(admin, before, 'hide')
    const later = await file('intimate', whole(second.url))
    at(44)
    await runHideDueClaims(app.ctx)
    at(0)
    expect((await itemsOf(later.id))[0]?.state).toBe('hidden')
    expect((await act(admin, before, 'restore')).status).toBe(409)
    await decide(await newPerson(app, 'admin@example.com', true), later.id, 'reject')
    expect(await seen(second)).toBe(false)
    await act(admin, before, 'restore')
    expect(await seen(second)).toBe(true)
  })

  test('rejected while an admin hides by a report, both at once, leaves it hidden', async () => {
    const admin = await newPerson(app, 'admin@example.com', true)
    for (let round = 0; round < 4; round += 1) {
      const { url, creation } = await newTarget(`crossed${round}`)
      const { id } = await file('likeness', whole(url))
      const about = await openReport(admin, creation.id)
      await decide(admin, id, 'hide')
      const both = await Promise.all([decide(admin, id, 'reject'), act(admin, about, 'hide')])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    }
  })

  test('outlives the end of a ban, and a ban the end of a claim', async () => {
    const admin = await newPerson(app, 'admin@example.com', true)
    const { url, creation, owner } = await newTarget('outlived')
    const { id } = await file('likeness', whole(url))
    const about = await openReport(admin, creation.id)
    await act(admin, about, 'ban')
    await decide(admin, id, 'take_down')
    expect((await act(admin, about, 'unban')).status).toBe(200)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    const again = await newPerson(app, 'outlived@example.com')
    expect(again.id).toBe(owner.id)
    const made = await remixNow(again.browser, market.recipe.id, { public: true })
    const other = await file('trademark', whole(`${app.url}/creations/${made.id}`))
    const next = await openReport(admin, made.id)
    await decide(admin, other.id, 'hide')
    await act(admin, next, 'ban')
    await decide(admin, other.id, 'reject')
    expect(await isSeen(`/creations/${made.id}`)).toBe(false)
    expect((await act(admin, next, 'unban')).status).toBe(200)
    expect(await isSeen(`/creations/${made.id}`)).toBe(true)
  })

  test('of a recipe is told to its creator in the studio, who objects on the page of the claim', async () => {
    const creator = await newPerson(app, 'kept-down@example.com')
    const recipe = await publish(creator.browser)
    const { id, number } = await file('trademark', whole(`${app.url}/workflows/${recipe.id}`))
    const admin = await newPerson(app, 'admin@example.com', true)
    await decide(admin, id, 'hide')
    const own = await creator.browser.json<{ workflows: OwnWorkflowRow[] }>('/workflows/mine')
    expect(own.body.workflows[0]).toMatchObject({ id: recipe.id, claim: number })
    const objected = await creator.browser.json<Refusal>(`/workflows/${recipe.id}/objection`, {
      body: { text: 'It is mine' },
    })
    expect([objected.status, objected.body.error]).toEqual([
      409,
      expect.stringContaining(`The claim ${number} hides it`),
    ])
    expect(await (await creator.browser.fetch(`/claims/${number}`)).text()).toContain('Object')
    const restore = {
      subject_type: 'workflow',
      subject_id: recipe.id,
      action: 'restore',
      note: 'x',
    }
    const unreported = await admin.browser.json<Refusal>('/admin/decisions', { body: restore })
    expect([unreported.status, unreported.body.error]).toEqual([
      409,
      expect.stringContaining(`The claim ${number} hides it`),
    ])
    await decide(admin, id, 'reject')
    expect(await isSeen(`/workflows/${recipe.id}`)).toBe(true)
    expect((await mailTo(app, 'kept-down@example.com'))[0]?.body).not.toContain('held')
    const copied = await file('copyright', whole(`${app.url}/workflows/${recipe.id}`))
    await decide(admin, copied.id, 'take_down')
    const letters = () => mailTo(app, 'kept-down@example.com')
    expect((await letters())[0]?.body).toMatch(
      /earned and had not cleared when the claim came is held.*held 90 days longer/s,
    )
  })

  test('writes each look of staff at a private file that is claimed into the audit log', async () => {
    const secret = await remixNow(market.fan.browser, market.recipe.id)
    const admin = await newPerson(app, 'admin@example.com', true)
    const look = () => admin.browser.fetch(secret.image ?? '')
    expect((await look()).status).toBe(404)
    await file('intimate', whole(`${app.url}/creations/${secret.id}`))
    expect([(await look()).status, (await look()).status]).toEqual([200, 200])
    const looks = await app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, secret.id))
    expect(looks.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['claim_look', admin.id],
      ['claim_look', admin.id],
    ])
  })

  test('gives a person the own part of a claim in the export, and forgets an objection with the account', async () => {
    const { url, owner, creation } = await newTarget('leaving')
    const { id } = await file('likeness', whole(url))
    await decide(await newPerson(app, 'admin@example.com', true), id, 'take_down')
    await answer(await linkIn('leaving@example.com', 'was taken down'), { text: 'a needle' })
    const zip = readZip(
      Buffer.from(await (await owner.browser.fetch('/api/v1/users/me/export')).arrayBuffer()),
    )
    expect(zip.get('claims.json')?.toString()).toContain(creation.id)
    expect(zip.get('claims.json')?.toString()).not.toMatch(/Lovelace|claimant@/)
    expect(zip.get('claim-objections.json')?.toString()).toContain('a needle')
    const fresh = await newPerson(app, 'leaving@example.com')
    expect((await fresh.browser.call('DELETE', '/users/me')).status).toBeLessThan(300)
    const rows = await app.ctx.db
      .select()
      .from(claimObjections)
      .where(eq(claimObjections.claimId, id))
    expect(rows.map(({ text }) => text)).toEqual([''])
  })

  test('gives the key of one side no right of the other, and a stranger none', async () => {
    const { url } = await newTarget('sides')
    const { id, at: claimant } = await file('copyright', whole(url, { email: 'side@example.com' }))
    const admin = await newPerson(app, 'admin@example.com', true)
    await decide(admin, id, 'take_down')
    expect((await answer(claimant, { text: 'I object' })).status).toBe(409)
    const link = await linkIn('sides@example.com', 'was taken down')
    expect(await page(link)).not.toMatch(/Lovelace|side@example/)
    const forged = `${link.split('?')[0]}?key=${claimant.split('?key=')[1]}`
    expect(await page(forged)).toContain('What you wrote')
    expect((await fetch(`${app.url}${link.split('?')[0]}`)).status).toBe(404)
  })
})

describe('copyright', () => {
  const counter = {
    text: 'I drew it myself',
    contact: 'Bob, Side Street 2, Springfield, +1 555 0100',
    signature: 'Bob Builder',
    sworn0: 'yes',
    sworn1: 'yes',
  }
  afterEach(() => at(0))

  test('is shown again by itself ten working days after a counter-notice, and counts as a strike until then', async () => {
    const { url, creation } = await newTarget('countered')
    const { id, number } = await file('copyright', whole(url, { email: 'author@example.com' }))
    const admin = await newPerson(app, 'admin@example.com', true)
    const decided = await decide(admin, id, 'take_down')
    expect(decided.body.items[0]).toMatchObject({ strikes: 1, ban_due: false })
    const link = await linkIn('countered@example.com', 'was taken down')
    const { sworn1: _, ...unsworn } = counter
    expect((await answer(link, unsworn)).status).toBe(422)
    expect((await answer(link, counter)).status).toBe(303)
    const letter = (await mailTo(app, 'author@example.com'))[0]
    expect(letter?.subject).toBe(`A counter-notice to your claim ${number}`)
    expect(letter?.body).toMatch(/Side Street 2.*Under penalty of perjury/s)
    const [row] = await app.ctx.db
      .select()
      .from(claimObjections)
      .where(eq(claimObjections.claimId, id))
    const restore = row?.restoreAt ?? new Date(0)
    const hours = (restore.getTime() - Date.now()) / 3_600_000
    at(hours - 1)
    await runRestoreCountered(app.ctx)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
    at(hours + 1)
    await Promise.all([runRestoreCountered(app.ctx), runRestoreCountered(app.ctx)])
    expect(await isSeen(`/creations/${creation.id}`)).toBe(true)
    at(0)
    expect((await subjectsTo('countered@example.com'))[0]).toMatch(/is shown again$/)
    expect((await subjectsTo('author@example.com'))[0]).toMatch(/^Shown again/)
  })

  test('stays down where the claimant asks a court in time, once', async () => {
    const { url, creation } = await newTarget('court')
    const { id, at: claimant } = await file('copyright', whole(url, { email: 'goes@example.com' }))
    const admin = await newPerson(app, 'admin@example.com', true)
    expect((await answer(claimant, {})).status).toBe(409)
    await decide(admin, id, 'take_down')
    await answer(await linkIn('court@example.com', 'was taken down'), counter)
    expect(await page(claimant)).toContain('I have asked a court')
    expect((await answer(claimant, {})).status).toBe(303)
    expect((await answer(claimant, {})).status).toBe(409)
    at(24 * 40)
    await runRestoreCountered(app.ctx)
    expect(await isSeen(`/creations/${creation.id}`)).toBe(false)
  })

  test('counts working days over weekends', () => {
    const days = (from: string, count: number) =>
      addWorkingDays(new Date(`${from}T10:00:00Z`), count)
        .toISOString()
        .slice(0, 10)
    expect(days('2026-11-27', 1)).toBe('2026-11-30')
    expect(days('2026-11-28', 1)).toBe('2026-11-30')
    expect(days('2026-11-23', 10)).toBe('2026-12-07')
  })
})

describe('copies', () => {
  afterEach(() => {
    drawn = undefined
  })

  /** Soft shapes, others for each seed. */
  const draw = (seed: number) => {
    const noise = Uint8Array.from(
      { length: 12 * 9 * 3 },
      (_, i) => ((i + seed) * (i + 7) * 7919) >> 4,
    )
    return sharp(Buffer.from(noise), { raw: { width: 12, height: 9, channels: 3 } })
      .resize({ width: 600, height: 450, fit: 'fill' })
      .png()
      .toBuffer()
  }
  const make = async (bytes: Buffer, name: string) => {
    drawn = bytes
    return newTarget(name)
  }
  const upload = async (who: { browser: Browser }, bytes: Buffer) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.png')
    return who.browser.json<Refusal>('/upload/image', { form })
  }

  test('of what is taken down go with it, their owners are told, and none comes back before it is shown again', async () => {
    const original = await draw(1)
    const turned = await sharp(await sharp(original).flop().resize({ width: 300 }).toBuffer())
      .jpeg({ quality: 40 })
      .toBuffer()
    const named = await make(original, 'named')
    const copy = await make(turned, 'copied')
    const other = await make(await draw(40), 'otherwise')
    const { id } = await file('likeness', whole(named.url))
    const admin = await newPerson(app, 'admin@example.com', true)
    expect((await decide(admin, id, 'take_down')).status).toBe(200)
    await expect.poll(() => isSeen(`/creations/${copy.creation.id}`)).toBe(false)
    expect(await isSeen(`/creations/${named.creation.id}`)).toBe(false)
    expect(await isSeen(`/creations/${other.creation.id}`)).toBe(true)
    expect((await subjectsTo('copied@example.com'))[0]).toMatch(/was taken down$/)
    const again = await upload(other.owner, turned)
    expect([again.status, again.body.code]).toEqual([422, 'content_refused'])
    drawn = await sharp(original).rotate(90).png().toBuffer()
    const run = await tryRemix(other.owner.browser, market.recipe.id)
    expect(run.body.error).toMatch(/copy of a picture that was taken down/)
    expect((await upload(other.owner, await draw(77))).status).toBeLessThan(300)
    const link = await linkIn('copied@example.com', 'was taken down')
    expect((await answer(link, { text: 'This is mine' })).status).toBe(303)
    const link2 = await linkIn('named@example.com', 'was taken down')
    expect((await answer(link2, { text: 'And this mine' })).status).toBe(303)
    const second = await newPerson(app, 'second@example.com', true)
    const { claims: all } = (
      await second.browser.json<{ claims: ClaimView[] }>('/admin/claims?limit=100')
    ).body
    for (const { id: objection } of all.find((one) => one.id === id)?.objections ?? []) {
      await second.browser.json(`/admin/objections/${objection}/decision`, {
        body: { upheld: true, statement: 'You are right.' },
      })
    }
    expect(await isSeen(`/creations/${copy.creation.id}`)).toBe(true)
    expect((await upload(other.owner, turned)).status).toBeLessThan(300)
  })
})
