import type {
  PayoutHoldView,
  PayoutRunView,
  PayoutView,
  PreviewLineView,
  RunPayoutView,
} from '@vignette/contract/payouts.ts'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { findByAnyId } from '../../src/features/identity/index.ts'
import { post } from '../../src/features/ledger/index.ts'
import { sendPayout } from '../../src/features/payouts/send-payout.ts'
import { startRun } from '../../src/features/payouts/start-run.ts'
import { newId } from '../../src/platform/ids.ts'
import { manualAccounts } from '../../src/providers/payouts/manual/tables.ts'
import { principals } from '../../src/schema/identity.ts'
import { payoutAccounts } from '../../src/schema/payouts.ts'
import { enterAs } from '../support/accounts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Preview {
  at: string
  total: number
  payouts: number
  vendor: string
  creators: PreviewLineView[]
}

const DAY_MS = 86_400_000
const IBAN = 'DE89 3704 0044 0532 0130 00'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await startTestApp({ worker: false, env: { ...UNLIMITED_RATES, PAYOUTS: 'manual' } })
  admin = new Browser(app.url)
  await signIn(admin, 'operator@example.com', { admin: true })
})
afterAll(() => app.close())

/** A creator who signed in three weeks ago, with a sale of that time of which the creator is owed 70%. */
async function newCreator(
  name: string,
  amount: number,
  clearanceDays = 7,
): Promise<{ browser: Browser; id: string }> {
  const browser = await enterAs(app, `${name}@example.com`)
  const { body } = await browser.json<{ id: string }>('/auth/me')
  const person = await findByAnyId(app.ctx, body.id)
  if (!person) throw new Error('the creator is unknown')
  const occurredAt = new Date(app.ctx.clock.now().getTime() - 21 * DAY_MS)
  const { db } = app.ctx
  await db.update(principals).set({ createdAt: occurredAt }).where(eq(principals.id, person.id))
  await inTransaction(app.ctx, (tx) =>
    post(tx, 'capture', {
      paymentId: newId(),
      workflowId: newId(),
      amount,
      book: 'test:sandbox',
      currency: 'usd',
      creator: { principalId: person.id, hasAccount: true },
      sharePercent: 70,
      clearanceDays,
      occurredAt,
    }),
  )
  return { browser, id: person.id }
}

/** Gives bank details to the operator; the wait for a new account is over. */
async function openAccount({ browser, id }: { browser: Browser; id: string }): Promise<void> {
  const { body } = await browser.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  const form = new URLSearchParams({ name: 'Ada Byron', kind: 'person', account: IBAN, bank: '' })
  await browser.fetch(body.url, { form })
  const now = app.ctx.clock.now().getTime()
  const [kept] = await app.ctx.db
    .update(payoutAccounts)
    .set({ usableFrom: new Date(now - DAY_MS) })
    .where(and(eq(payoutAccounts.principalId, id), eq(payoutAccounts.state, 'ready')))
    .returning()
  await app.ctx.db
    .update(manualAccounts)
    .set({ changedAt: new Date(now - 3 * DAY_MS) })
    .where(eq(manualAccounts.id, kept?.accountId ?? ''))
}

const preview = async () => (await admin.json<Preview>('/admin/payouts/preview')).body
const pay = ({ total, payouts, at }: { total: number; payouts: number; at?: string }) =>
  admin.json<{ run_id: string; payouts: PayoutView[]; error: string }>('/admin/payouts/run', {
    body: { total, payouts, at },
  })

test('an operator pays what the preview showed, once, and marks what the bank did', async () => {
  const ada = await newCreator('ada', 3_000)
  const ben = await newCreator('ben', 2_000)
  const eve = await newCreator('eve', 4_000)
  await openAccount(ada)
  await openAccount(ben)

  const held = await admin.json<{ id: string }>('/admin/payouts/holds', {
    body: { principal_id: ben.id, amount: 300, reason: 'One sale is looked at.' },
  })
  const shown = await preview()
  expect(shown).toMatchObject({ vendor: 'manual', total: 3_200, payouts: 2 })
  const lineOf = ({ id }: { id: string }) =>
    shown.creators.find(({ principal_id }) => principal_id === id)
  expect(lineOf(ada)).toMatchObject({ account: 'ready', payable: 2_100, stays: [] })
  expect(lineOf(ben)).toMatchObject({
    payable: 1_100,
    stays: [{ amount: 300, reason: 'held', words: 'Held back: One sale is looked at.' }],
  })
  expect(lineOf(eve)).toMatchObject({
    account: 'none',
    payable: 0,
    stays: [{ amount: 2_800, reason: 'account_missing' }],
  })

  // The hold is lifted after the preview: what was confirmed is no longer what would be paid.
  await admin.json(`/admin/payouts/holds/${held.body.id}`, { method: 'DELETE' })
  expect(await pay(shown)).toMatchObject({
    status: 409,
    body: { error: 'The preview has changed: a run would now pay $35.00 in 2 payouts.' },
  })
  const again = await preview()
  expect(again.total).toBe(3_500)

  // Another sale has cleared since the preview: its money waits, and the preview still holds.
  await openAccount(await newCreator('soon', 2_000, 21))
  const pressed = await Promise.all(Array.from({ length: 10 }, () => pay(again)))
  const paid = pressed.flatMap(({ body }) => body.payouts ?? [])
  const once = new Map(paid.map((payout) => [payout.id, payout]))
  expect([...once.values()].reduce((sum, { amount }) => sum + amount, 0)).toBe(3_500)
  for (const { status, body } of pressed.filter((each) => each.status !== 200)) {
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/^The preview has changed: a run would now pay /),
    ])
  }
  expect(await pay(again)).toMatchObject({
    status: 409,
    body: { error: 'The preview has changed: a run would now pay nothing.' },
  })

  const { runs } = (await admin.json<{ runs: PayoutRunView[] }>('/admin/payouts/runs?limit=48'))
    .body
  expect(runs.reduce((sum, { total }) => sum + total, 0)).toBe(3_500)
  const rows: RunPayoutView[] = []
  for (const run of runs.filter(({ payouts }) => payouts > 0)) {
    const { body } = await admin.json<{ payouts: RunPayoutView[] }>(`/admin/payouts/runs/${run.id}`)
    rows.push(...body.payouts)
    const list = async () => (await admin.fetch(`/api/v1/admin/payouts/runs/${run.id}/csv`)).text()
    // A line names no bank account before its payout is sent.
    expect(await list()).not.toContain('DE89370400440532013000')
    for (const { id } of body.payouts) await sendPayout(app.ctx, id)
    const csv = await list()
    for (const payout of body.payouts) expect(csv).toContain(payout.id)
    expect(csv).toContain('DE89370400440532013000')
  }
  const payoutOf = ({ id }: { id: string }) => {
    const row = rows.find(({ principal_id }) => principal_id === id)
    if (!row) throw new Error('no payout')
    return row
  }
  expect(payoutOf(ada)).toMatchObject({ amount: 2_100, vendor: 'manual', state: 'scheduled' })

  const marked = await admin.json<PayoutView>(`/admin/payouts/${payoutOf(ada).id}/paid`, {
    body: { reference: 'SEPA 17' },
  })
  expect(marked.body).toMatchObject({ state: 'paid', reference: 'SEPA 17' })
  const failed = await admin.json<PayoutView>(`/admin/payouts/${payoutOf(ben).id}/failed`, {
    body: { reason: 'The account is closed.' },
  })
  expect(failed.body).toMatchObject({ state: 'returned', reason: 'The account is closed.' })
  expect((await ben.browser.json('/payouts')).body).toMatchObject({
    unpaid: 1_400,
    payouts: [{ state: 'returned', reason: 'The account is closed.' }],
  })
  // Ben's money is his again, and the next run pays it, and the sale that had cleared meanwhile.
  expect(await preview()).toMatchObject({ total: 2_800, payouts: 2 })
  expect((await pay({ total: 2_800, payouts: 2 })).status).toBe(200)
})

test('a time to come pays nothing that has not cleared', async () => {
  await openAccount(await newCreator('early', 2_000, 30))
  await openAccount(await newCreator('cleared', 2_000))
  const at = new Date(app.ctx.clock.now().getTime() + 30 * DAY_MS).toISOString()
  expect((await pay({ total: 2_800, payouts: 2, at })).status).toBe(409)
  expect((await pay({ total: 1_400, payouts: 1, at })).status).toBe(200)
})

test('a creator who would be paid another sum than was confirmed is left out', async () => {
  const creator = await newCreator('late', 2_000)
  await openAccount(creator)
  const run = (cents: number) =>
    startRun(app.ctx, {
      dueAt: app.ctx.clock.now(),
      by: 'operator',
      confirmed: new Map([[creator.id, cents]]),
    })
  expect((await run(1_399)).payouts).toEqual([])
  expect((await run(1_400)).payouts).toMatchObject([{ amount: 1_400 }])
})

test('holds are listed while they are in force, and a time that has passed is refused', async () => {
  const { id } = await newCreator('held', 1_000)
  const set = (until?: string) =>
    admin.json<{ id: string; error: string }>('/admin/payouts/holds', {
      body: { principal_id: id, reason: 'We look at a burst of sales.', ...(until && { until }) },
    })
  const listed = async () =>
    (await admin.json<{ holds: PayoutHoldView[] }>('/admin/payouts/holds')).body.holds.filter(
      ({ principal_id }) => principal_id === id,
    )
  const past = await set(new Date(app.ctx.clock.now().getTime() - 1_000).toISOString())
  expect([past.status, past.body.error]).toEqual([400, 'until: must be a time to come'])
  expect(await listed()).toEqual([])
  const until = new Date(app.ctx.clock.now().getTime() + DAY_MS).toISOString()
  const hold = (await set(until)).body.id
  expect(await listed()).toMatchObject([
    { id: hold, amount: null, set_by: 'admin', until, reason: 'We look at a burst of sales.' },
  ])
  await admin.json(`/admin/payouts/holds/${hold}`, { method: 'DELETE' })
  expect(await listed()).toEqual([])
})
