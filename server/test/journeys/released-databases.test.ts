import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { DraftView } from '@vignette/contract/drafts.ts'
import { expect, test } from 'vitest'
import { listAccountTotals } from '../../src/features/ledger/index.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { sweepPayouts } from '../../src/features/payouts/sweep-payouts.ts'
import { buy, charged, ended, pay, publish, remix, remixNow, sessionOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createEmptyDatabase } from '../support/create-test-database.ts'
import { buyProof, decide, look, publishProof } from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** A dump of each release's database, and what its code said of it. */
const RELEASED = fileURLToPath(new URL('../released/', import.meta.url))
const releases = readdirSync(RELEASED).flatMap((name) => /^(.+)\.sql\.gz$/.exec(name)?.[1] ?? [])

const EMAIL = 'maker@example.com'
const BOOK = 'test:sandbox'
const PRICE = 5_000
const MINUTE = 1 / 60
const GOOD_BANK = '000123456789'
const DRAFT = '{ "name": "A ship", '

interface Facts {
  /** The hashes of the migrations, by file. */
  migrations: Record<string, string>
  now: string
  /** The postings' sums, by account. */
  totals: string[]
  draftId: string
  recipe: string
  open: { sessionId: string; buyer: Kept }
  proof: { id: string; sessionId: string; workflowId: string; buyer: Kept }
}
/** A buyer's browser. */
interface Kept {
  anonymousId: string
  cookies: [string, string][]
}
interface Money {
  unpaid: number
  paid: number
  payouts: { state: string; amount: number }[]
}

const keep = ({ anonymousId, cookies }: Visitor): Kept => ({
  anonymousId,
  cookies: [...cookies],
})
function comeBack(app: TestApp, { anonymousId, cookies }: Kept): Visitor {
  const actor = new Visitor(app.url)
  return Object.assign(actor, { anonymousId, cookies: new Map(cookies) })
}

const start = (clock: ShiftedClock, database?: Awaited<ReturnType<typeof createEmptyDatabase>>) =>
  startTestApp({
    ...(database && { database }),
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, FREE_DAILY_SECONDS: '0' },
    change: clock.change,
  })
const moneyOf = async (creator: Browser) => (await creator.json<Money>('/payouts')).body
const totalsOf = async ({ ctx }: TestApp) =>
  (await listAccountTotals(ctx, BOOK)).map((total) => JSON.stringify(total)).toSorted()

test.each(releases)('today’s code goes on with a database of %s', async (version) => {
  const facts = JSON.parse(readFileSync(`${RELEASED}${version}.json`, 'utf8')) as Facts
  const database = await createEmptyDatabase()
  // psql's own commands are not SQL.
  const dump = gunzipSync(readFileSync(`${RELEASED}${version}.sql.gz`)).toString()
  const client = await database.pool.connect()
  await client.query(dump.replaceAll(/^\\.*$/gm, ''))
  client.release(true)
  const clock = shiftClock()
  clock.hours = (Date.parse(facts.now) - Date.now()) / 3_600_000
  const app = await start(clock, database)
  try {
    expect(await totalsOf(app)).toEqual(facts.totals)
    const creator = new Browser(app.url)
    await signIn(creator, EMAIL)
    // The payout that was on its way arrives, once.
    expect((await moneyOf(creator)).payouts.map(({ state }) => state)).toEqual(['in_transit'])
    clock.hours += 2 * MINUTE
    await expect
      .poll(async () => {
        await sweepPayouts(app.ctx)
        return (await moneyOf(creator)).payouts
      })
      .toMatchObject([{ state: 'paid', amount: 7_000 }])
    const draft = await creator.json<DraftView>(`/drafts/${facts.draftId}`)
    expect(draft.body.text).toBe(DRAFT)

    // The open authorisation runs once and is captured.
    const buyer = comeBack(app, facts.open.buyer)
    const { sessionId } = facts.open
    expect((await sessionOf(buyer, sessionId)).body.payment.state).toBe('authorized')
    const started = await remix(buyer, facts.recipe, { session_id: sessionId })
    const done = await ended(buyer, started.body.job_id)
    await charged(buyer, done.result.id)

    // The proof is there, and keeping it charges.
    const proof = { ...facts.proof, jobId: '', opened: {}, buyer: comeBack(app, facts.proof.buyer) }
    expect((await look(proof)).body.proof).toMatchObject({ price: 300 })
    expect((await decide(proof, 'keep')).status).toBe(200)
    await charged(proof.buyer, proof.id)

    const made = await remixNow(creator, (await publish(creator)).id)
    expect(made.media?.signed).toBe(true)
    const totals = await listAccountTotals(app.ctx, BOOK)
    expect(totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  } finally {
    await app.close()
  }
})

test.each(releases)('no migration of %s was edited', (version) => {
  const facts = JSON.parse(readFileSync(`${RELEASED}${version}.json`, 'utf8')) as Facts
  expect(hashMigrations()).toMatchObject(facts.migrations)
})

function hashMigrations(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../migrations/', import.meta.url))
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(folder + name))
      .digest('hex')
  return Object.fromEntries(files.map((name) => [name, hash(name)]))
}

// At a release: MAKE_RELEASED=0.3.0, and TEST_DATABASE_URL of a PostgreSQL as old as its pg_dump.
const making = process.env['MAKE_RELEASED']
if (making) test('a world of this release is dumped', () => dumpWorld(making))

async function dumpWorld(version: string): Promise<void> {
  expect(existsSync(`${RELEASED}${version}.json`), 'a released world is never made again').toBe(
    false,
  )
  const clock = shiftClock()
  const app = await start(clock)
  try {
    const facts = await makeWorld(app, clock)
    const url = new URL(app.ctx.config.databaseUrl ?? '')
    const dump = execFileSync(
      'pg_dump',
      ['--inserts', '--no-owner', '--no-privileges', '--rows-per-insert=100', url.href],
      { maxBuffer: 1e9 },
    )
    writeFileSync(`${RELEASED}${version}.sql.gz`, gzipSync(dump, { level: 9 }))
    writeFileSync(`${RELEASED}${version}.json`, `${JSON.stringify(facts, null, 2)}\n`)
  } finally {
    await app.close()
  }
}

/** Sales, one refunded, with a payout on its way; a draft; an open authorisation; a proof that waits. */
async function makeWorld(app: TestApp, clock: ShiftedClock): Promise<Facts> {
  const creator = new Browser(app.url)
  await signIn(creator, EMAIL, { fresh: true })
  const { id } = await publish(creator, { price: PRICE })
  const sales = [await sell(app, id), await sell(app, id), await sell(app, id)]
  await refundPayment(app.ctx, { paymentId: sales[0] ?? '', reason: 'broken' })
  const account = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  const form = new URLSearchParams({ name: 'Ada', birthday: '1990-01-31', bank: GOOD_BANK })
  await creator.fetch(account.body.url, { form })
  await expect
    .poll(async () => {
      await sweepPayouts(app.ctx)
      return (await creator.json<{ state: string }>('/payouts/account')).body.state
    })
    .toBe('ready')
  clock.hours += 14 * 24
  const friday = app.ctx.clock.now()
  while (friday.getUTCDay() !== 5) friday.setUTCDate(friday.getUTCDate() + 1)
  friday.setUTCHours(6, 1, 0, 0)
  if (friday < app.ctx.clock.now()) friday.setUTCDate(friday.getUTCDate() + 7)
  clock.hours += (friday.getTime() - app.ctx.clock.now().getTime()) / 3_600_000
  await signIn(creator, EMAIL)
  await expect
    .poll(async () => {
      await sweepPayouts(app.ctx)
      return (await moneyOf(creator)).payouts
    })
    .toMatchObject([{ state: 'in_transit', amount: 7_000 }])
  const draft = await creator.json<DraftView>('/drafts', { body: { text: DRAFT } })
  const proof = await buyProof(app, await publishProof(app))
  const buyer = new Visitor(app.url)
  const sessionId = await pay(buyer, id, { public: true })
  await expect
    .poll(async () => (await sessionOf(buyer, sessionId)).body.payment.state)
    .toBe('authorized')
  return {
    migrations: hashMigrations(),
    now: app.ctx.clock.now().toISOString(),
    totals: await totalsOf(app),
    draftId: draft.body.id,
    recipe: id,
    open: { sessionId, buyer: keep(buyer) },
    proof: {
      id: proof.id,
      sessionId: proof.sessionId,
      workflowId: proof.workflowId,
      buyer: keep(proof.buyer),
    },
  }
}

/** A charged sale; answers its payment. */
async function sell(app: TestApp, workflowId: string): Promise<string> {
  const buyer = new Visitor(app.url)
  const { job } = await buy(buyer, workflowId, { public: true })
  return (await charged(buyer, job.result.id)).id
}
