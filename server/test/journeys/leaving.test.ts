import { randomUUID } from 'node:crypto'
import type { getLeaving, getLeftMoney } from '@vignette/contract/leaving.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Ctx, inTransaction } from '../../src/ctx.ts'
import { post } from '../../src/features/ledger/index.ts'
import { eraseAccounts } from '../../src/features/payouts/erase-accounts.ts'
import { checkAccount } from '../../src/features/payouts/refresh-account.ts'
import { startRun } from '../../src/features/payouts/start-run.ts'
import { manualAccounts } from '../../src/providers/payouts/manual/tables.ts'
import { payments } from '../../src/schema/payments.ts'
import { payoutAccounts, payouts } from '../../src/schema/payouts.ts'
import { readEveryTable } from '../support/accounts.ts'
import { idOf, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { sandboxOf, sell as sellRun } from '../support/money/sell-disputed.ts'
import { sumByPrincipal } from '../support/money/sum-by-principal.ts'
import { readZip } from '../support/read-zip.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** `RACES=200` is the long run. */
const ROUNDS = Math.max(2, Number(process.env['RACES'] ?? 0) / 20)
const IBAN = 'DE89370400440532013000'
const clock = shiftClock()
let app: TestApp
/** The same installation, paying by hand. */
let manual: TestApp

const start = (given: { env?: Record<string, string>; beside?: TestApp } = {}) =>
  startTestApp({
    ...given,
    change: clock.change,
    providers: [createScriptedProvider({ start: async () => picture() })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', ...given.env },
  })

beforeAll(async () => {
  app = await start()
  manual = await start({ env: { PAYOUTS: 'manual' } })
})
afterAll(async () => {
  await app.close()
  await manual.close()
})

// Buyers pay at the system's time, which the sandbox keeps.
afterEach(() => {
  clock.hours = 0
})

type Leaving = z.infer<(typeof getLeaving)['answer']>
type Left = z.infer<(typeof getLeftMoney)['answer']>

async function newCreator(at = app): Promise<Browser & { id: string; email: string }> {
  const email = `ada-${randomUUID()}@example.com`
  const browser = new Browser(at.url)
  await signIn(browser, email)
  return Object.assign(browser, { id: await idOf(browser), email })
}

/** Weeks later, when the browser has been signed out. */
async function later(creator: Browser & { email: string }): Promise<void> {
  clock.hours += 20 * 24
  await signIn(creator, creator.email)
}

/** A stranger buys a run. */
async function sell(creator: Browser & { id: string }, price: number, at = app): Promise<void> {
  await sellRun(at, (await publish(creator, { price })).id)
}

async function identify(at: TestApp, url: string): Promise<void> {
  const form: Record<string, string> = url.includes('/sandbox/')
    ? { name: 'Ada Lovelace', birthday: '1990-01-31', bank: '000123456789' }
    : { name: 'Ada Lovelace', kind: 'person', account: IBAN, bank: '' }
  const answer = await fetch(`${at.url}${new URL(url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  expect(answer.status).toBe(303)
}

async function addAccount(creator: Browser, at = app): Promise<void> {
  const opened = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  await identify(at, opened.body.url)
  const state = async () => (await creator.json<{ state: string }>('/payouts/account')).body.state
  await expect.poll(state, { timeout: 20_000, interval: 500 }).toBe('ready')
}

const leavingOf = async (browser: Browser) => (await browser.json<Leaving>('/payouts/leaving')).body

async function remove(browser: Browser): Promise<{ link: string } | null> {
  const { status, body } = await browser.json<{ left: { link: string } | null }>('/users/me', {
    method: 'DELETE',
  })
  expect(status).toBe(200)
  return body.left
}

const tokenOf = (link: string | undefined) => link?.split('#')[1] ?? ''

const look = (token: string, at = app) =>
  new Browser(at.url).json<Left>('/payouts/left', { body: { token } })

async function payOut(ctx: Ctx) {
  const made = await startRun(ctx, { dueAt: ctx.clock.now(), by: 'operator' })
  const ofRun = eq(payouts.runId, made.run.id)
  const open = () =>
    ctx.db.$count(payouts, and(ofRun, inArray(payouts.state, ['scheduled', 'sending'])))
  await expect.poll(open, { timeout: 20_000 }).toBe(0)
  return made.payouts
}

const sumPaid = async (id: string) =>
  (await app.ctx.db.select().from(payouts).where(eq(payouts.principalId, id))).map(
    ({ amount }) => amount,
  )

test('a creator with a ready account is told the balance first, and is paid all of it after leaving', async () => {
  const creator = await newCreator()
  expect(await leavingOf(creator)).toMatchObject({ outcome: 'nothing', unpaid: 0, lines: [] })
  await sell(creator, 300)
  expect(await leavingOf(creator)).toMatchObject({ outcome: 'kept', unpaid: 210 })
  await addAccount(creator)
  const told = await leavingOf(creator)
  expect(told).toMatchObject({ outcome: 'paid', lines: [{ amount: 210 }] })
  expect(told.words[0]).toContain('$2.10 is not paid yet.')
  const left = await remove(creator)
  expect(await look(tokenOf(left?.link))).toMatchObject({
    status: 200,
    body: { unpaid: 210, may_open: false, account: { state: 'ready', bank_last4: '6789' } },
  })
  clock.hours += 20 * 24
  // Far below the minimum of ten dollars.
  await payOut(app.ctx)
  expect(await sumPaid(creator.id)).toEqual([210])
  await payOut(app.ctx)
  expect(await sumPaid(creator.id)).toEqual([210])
})

test('money without an account is kept, and the link of the letter leads to it for a year', async () => {
  const creator = await newCreator()
  await sell(creator, 2_000)
  const left = await remove(creator)
  const [letter] = await mailTo(app, creator.email)
  expect(letter?.subject).toContain('$14.00 stays yours')
  const token = /\/leaving#(\S+)/.exec(letter?.body ?? '')?.[1] ?? ''
  expect(token.split('.')[0]).toBe(tokenOf(left?.link).split('.')[0])
  clock.hours += 20 * 24
  await payOut(app.ctx)
  expect(await sumPaid(creator.id)).toEqual([])
  expect((await look(token)).body).toMatchObject({
    unpaid: 1_400,
    may_open: true,
    lines: [{ reason: 'account_missing' }],
  })
  const open = () =>
    new Browser(app.url).json<{ url: string }>('/payouts/left/account', {
      body: { token, country: 'DE' },
    })
  const opened = await Promise.all(Array.from({ length: 5 }, open))
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await identify(app, (await open()).body.url)
  const state = async () => (await look(token)).body.account.state
  await expect.poll(state, { timeout: 20_000, interval: 500 }).toBe('ready')
  // Who finds the letter later cannot lead the money elsewhere.
  expect((await open()).status).toBe(403)
  await payOut(app.ctx)
  expect(await sumPaid(creator.id)).toEqual([])
  // A new bank account is used after 48 hours.
  clock.hours += 49
  await payOut(app.ctx)
  expect(await sumPaid(creator.id)).toEqual([1_400])
  clock.hours += 366 * 24
  expect((await look(token)).status).toBe(404)
  expect((await open()).status).toBe(404)
})

test('a link opens nothing while the account exists, and no other person’s money', async () => {
  const creator = await newCreator()
  const other = await newCreator()
  await sell(creator, 300)
  const link = tokenOf((await remove(creator))?.link)
  const [, until, signature] = link.split('.')
  expect((await look(`${other.id}.${until}.${signature}`)).status).toBe(404)
  expect((await look(`${link}x`)).status).toBe(404)
  const forged = { token: `${other.id}.${until}.${signature}`, country: 'DE' }
  const opened = await new Browser(app.url).json('/payouts/left/account', { body: forged })
  expect(opened.status).toBe(404)
})

test('a creator with a debt may delete the account, and the debt stays in the books', async () => {
  const creator = await newCreator()
  await sell(creator, 2_000)
  await addAccount(creator)
  await later(creator)
  await payOut(app.ctx)
  const [sale] = await app.ctx.db.select().from(payments).where(eq(payments.creatorId, creator.id))
  await inTransaction(app.ctx, (tx) =>
    post(tx, 'dispute', {
      paymentId: sale?.id ?? '',
      disputeId: 'du_left',
      occurredAt: app.ctx.clock.now(),
      before: null,
      after: { state: 'lost', amount: 2_000 },
    }),
  )
  const [payout] = await app.ctx.db
    .select()
    .from(payouts)
    .where(eq(payouts.principalId, creator.id))
  clock.hours += 1
  await signIn(creator, creator.email)
  await checkAccount(app.ctx, payout?.accountId ?? '')
  expect(await leavingOf(creator)).toMatchObject({ outcome: 'owed' })
  expect((await leavingOf(creator)).words[0]).toContain('$14.00 is owed back')
  expect(await remove(creator)).toBeNull()
  await payOut(app.ctx)
  expect(await sumByPrincipal(app.ctx, creator.id)).toBe(-1_400)
})

test('a deletion beside a run and a capture loses and doubles nothing, each time', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    clock.hours = 0
    const creator = await newCreator()
    await sell(creator, 2_000)
    await addAccount(creator)
    await later(creator)
    await Promise.all([
      remove(creator),
      startRun(app.ctx, { dueAt: app.ctx.clock.now(), by: 'operator', only: [creator.id] }),
    ])
    clock.hours += 1
    await payOut(app.ctx)
    expect(await sumPaid(creator.id)).toEqual([1_400])
  }
})

test('bank details to which nothing was paid are erased at once', async () => {
  const creator = await newCreator()
  await addAccount(creator)
  await remove(creator)
  const accounts = () =>
    app.ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.principalId, creator.id))
  await expect.poll(accounts, { timeout: 20_000 }).toEqual([])
  const [there] = await sandboxOf(app).sandbox.list('v2.core.account', {
    metadata: { creator_id: creator.id },
  })
  expect(there).toMatchObject({
    closed: true,
    contact_email: null,
    own: { name: null, bankLast4: null },
  })
})

test('bank details that were paid to stand in no export, and are erased after the years of the setting', async () => {
  const { ctx } = manual
  const creator = await newCreator(manual)
  await sell(creator, 2_000, manual)
  await addAccount(creator, manual)
  const zip = readZip(
    Buffer.from(await (await creator.fetch('/api/v1/users/me/export')).arrayBuffer()),
  )
  expect(JSON.stringify([...zip].map(([name, bytes]) => [name, String(bytes)]))).not.toContain(IBAN)
  expect(await readEveryTable(manual)).not.toContain(IBAN)
  await later(creator)
  await payOut(ctx)
  expect((await leavingOf(creator)).outcome).toBe('paid')
  await ctx.db.update(payouts).set({ state: 'paid' }).where(eq(payouts.principalId, creator.id))
  await remove(creator)
  const details = async () =>
    (await ctx.db.select().from(manualAccounts)).map((row) => row.details !== null)
  clock.hours += 9 * 366 * 24
  await eraseAccounts(ctx)
  expect(await details()).toEqual([true])
  clock.hours += 366 * 24
  await eraseAccounts(ctx)
  expect(await details()).toEqual([false])
  expect(
    await ctx.db.select().from(payoutAccounts).where(eq(payoutAccounts.principalId, creator.id)),
  ).toEqual([])
})
