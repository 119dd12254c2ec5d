import { STAFF_ROLES } from '@vignette/contract/staff.ts'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { banUser } from '../../src/features/identity/index.ts'
import { enterAs } from '../support/accounts.ts'
import { openCheckout, publish } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { actAs } from '../support/create-test-ctx.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Races of each pair, ten at a time; `RACES=200` is the long run. */
const RACES = Number(process.env['RACES'] ?? 10)
const AT_ONCE = 10

let app: TestApp
/** A second process of the installation, with its own locks and connections. */
let other: TestApp
let priced: string
let open: () => void
let delivering: Promise<void>

beforeAll(async () => {
  const providers = [
    createScriptedProvider({
      async start() {
        await delivering
        return picture()
      },
    }),
  ]
  const env = { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', QUEUE_LIMIT: '100000' }
  app = await startTestApp({ env, providers })
  other = await startTestApp({
    env: { ...env, SECRET: app.ctx.config.secret[0] },
    providers,
    worker: false,
    beside: app,
  })
  const creator = await enterAs(app, 'creator@example.com')
  priced = (await publish(creator, { price: 300 })).id
})
afterAll(async () => {
  await other.close()
  await app.close()
})
// Delivers nothing before the races end, so that a delivery never explains a charge.
beforeEach(() => {
  const gate = Promise.withResolvers<void>()
  open = gate.resolve
  delivering = gate.promise
})
afterEach(() => open())

const CARD = { number: '4242424242424242', expiry: '12/34', cvc: '123' }

interface Person {
  browser: Browser
  /** Another tab of the same browser, with the cookies from before the race. */
  tab: Browser
  checkout: Awaited<ReturnType<typeof checkOut>> | undefined
}

function checkOut(browser: Browser) {
  return openCheckout(browser, priced)
}

async function pay(browser: Browser, url: string): Promise<void> {
  await browser.fetch(new URL(url).pathname, { form: new URLSearchParams(CARD) })
}

type Action = 'run' | 'checkout'
type End = 'sign-in' | 'deletion' | 'ban'

async function prepare(at: number, action: Action, end: End): Promise<Person> {
  const urls = [app.url, other.url]
  const browser =
    end === 'deletion'
      ? await enterAs(app, `${action}-${at}@example.com`)
      : new Browser(urls[at % 2] ?? '')
  // The server knows a visitor from the first write on.
  const checkout = action === 'run' || end !== 'deletion' ? await checkOut(browser) : undefined
  expect(checkout?.status ?? 200).toBe(200)
  if (action === 'run') await pay(browser, checkout?.body.url ?? '')
  const tab = new Browser(urls[(at + 1) % 2] ?? '')
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value)
  return { browser, tab, checkout }
}

/** Every step of a sign-in but the last, which moves the visitor's objects. */
async function beginSignIn(browser: Browser, email: string): Promise<() => Promise<unknown>> {
  const started = await browser.json<{ redirect_url: string }>('/auth/google/start')
  await browser.fetch(started.body.redirect_url)
  const chosen = await browser.fetch('/auth/development', { form: new URLSearchParams({ email }) })
  return async () => {
    const back = await browser.fetch(chosen.headers.get('location') ?? '')
    expect(back.headers.get('location')).toBe('/auth/callback')
  }
}

async function ending(person: Person, at: number, action: Action, end: End) {
  const { browser } = person
  if (end === 'sign-in') return beginSignIn(browser, `${action}-${at}.fan@example.com`)
  if (end === 'deletion') return () => browser.json('/users/me', { method: 'DELETE' })
  const { rows } = await app.ctx.db.execute<{ buyer_id: string }>(
    sql`select buyer_id from payments where session_id = ${person.checkout?.body.session_id}`,
  )
  const principalId = rows[0]?.buyer_id ?? ''
  const admin = {
    id: principalId,
    kind: 'user' as const,
    username: null,
    email: null,
    banned: false,
    approvedCreator: false,
    admin: true,
    roles: STAFF_ROLES,
  }
  return () => inTransaction(actAs(app.ctx, admin), (tx) => banUser(tx, principalId, true))
}

/** Starts one action the given number of database queries before the other. */
async function race(at: number, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const [one, two] = at % 2 === 0 ? [first, second] : [second, first]
  const begun = one()
  // A run or checkout reads more before its first write.
  const questions = ((at >> 1) % 8) * (at % 2 === 0 ? 8 : 1)
  for (let asked = 0; asked < questions; asked++) await app.ctx.db.execute(sql`select 1`)
  await Promise.all([begun, two()])
}

/** The outcomes of ten races at one moment. */
async function raceTen(from: number, action: Action, end: End): Promise<string[]> {
  const each = Array.from({ length: AT_ONCE }, (_, n) => from + n)
  const people = await Promise.all(each.map((at) => prepare(at, action, end)))
  const ends = await Promise.all(people.map((one, n) => ending(one, from + n, action, end)))
  return Promise.all(
    people.map(async ({ browser, tab }, n) => {
      let status = 0
      let address: string | undefined
      const act = async () => {
        const answer =
          action === 'checkout'
            ? await checkOut(tab)
            : await tab.json<{ url?: string }>(`/workflows/${priced}/creations`, {
                body: { user_inputs: { wish: 'boat' } },
              })
        status = answer.status
        if (status === 200) address = answer.body.url
      }
      await race(from + n, act, async () => ends[n]?.())
      if (address) await pay(tab, address)
      if (end === 'sign-in' && status === 200) await expectTheirs(browser, action)
      return `${status}`
    }),
  )
}

/** The signed-in account sees the objects that the other tab made. */
async function expectTheirs(browser: Browser, action: Action): Promise<void> {
  const { body: me } = await browser.json<{ id: string }>('/users/me')
  const { rows } = await app.ctx.db.execute(
    action === 'run'
      ? sql`select id from jobs where owner_id = ${me.id}`
      : sql`select id from payments where buyer_id = ${me.id}`,
  )
  // The checkout that created the visitor is listed too.
  expect(rows).toHaveLength(action === 'run' ? 1 : 2)
}

/** Queries that must return no row, however each race ended. */
const STRANDED: Record<string, string> = {
  'work of a claimed visitor': `
    select o.what, o.id from principals p join (
      select 'job' as what, id, owner_id from jobs
      union all select 'creation', id, owner_id from creations
      union all select 'file', id, owner_id from media
      union all select 'payment', id, buyer_id from payments
    ) o on o.owner_id = p.id where p.claimed_by is not null`,
  'work of a deleted or banned person': `
    select j.id, j.status, p.deleted_at, p.banned_at from jobs j join principals p on p.id = j.owner_id
    where (p.deleted_at is not null or p.banned_at is not null) and j.status <> 'CANCELLED'`,
  'money of a deleted or banned person': `
    select y.id, y.state from payments y join principals p on p.id = y.buyer_id
    where (p.deleted_at is not null or p.banned_at is not null)
      and y.state not in ('released', 'expired')`,
  'money that the gateway took or holds of them': `
    select c.id, c.object->>'status' as state, i.object->>'status' as paid
    from stripe_sandbox.checkout_sessions c join payments y on y.session_id = c.id
    left join stripe_sandbox.payment_intents i on i.id = c.object->>'payment_intent'
    join principals p on p.id = y.buyer_id
    where (p.deleted_at is not null or p.banned_at is not null)
      and c.object->>'status' <> 'expired' and i.object->>'status' is distinct from 'canceled'`,
  'two owners of one sale': `
    select j.id from payments y join jobs j on j.payment_id = y.id
    join creations c on c.id = j.creation_id
    where y.buyer_id <> j.owner_id or c.owner_id <> j.owner_id`,
}

const UNDER_WAY = `
  select id::text from jobs where finished_at is null
  union all select id::text from payments where state in ('capture_requested', 'release_requested')
  union all select id from webhook_events where processed_at is null
  union all select y.id::text from payments y join principals p on p.id = y.buyer_id
    where y.state = 'created' and (p.deleted_at is not null or p.banned_at is not null)`

describe.each<[Action, End]>([
  ['run', 'sign-in'],
  ['checkout', 'sign-in'],
  ['run', 'deletion'],
  ['checkout', 'deletion'],
  ['run', 'ban'],
  ['checkout', 'ban'],
])('%s and %s at one moment', (action, end) => {
  test(`leave nothing stranded, in ${RACES} races`, {
    timeout: 60_000 + RACES * 1_000,
  }, async () => {
    const statuses: string[] = []
    for (let from = 0; from < RACES; from += AT_ONCE) {
      statuses.push(...(await raceTen(from, action, end)))
    }
    open()
    const ask = async (query: string) => (await app.ctx.db.execute(sql.raw(query))).rows
    await expect.poll(() => ask(UNDER_WAY), { timeout: 60_000, interval: 200 }).toEqual([])
    for (const [what, query] of Object.entries(STRANDED)) expect(await ask(query), what).toEqual([])
    const refusals = statuses.filter((status) => status !== '200')
    for (const status of refusals) expect(['401', '402', '403']).toContain(status)
    if (RACES > 10) {
      process.stdout.write(
        `${action} and ${end}: ${statuses.length - refusals.length} done, ${refusals.length} refused\n`,
      )
    }
  })
})
