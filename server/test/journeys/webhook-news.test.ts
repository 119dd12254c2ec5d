import { WEBHOOK_EVENT_NAMES, type WebhookEvent } from '@vignette/contract/webhook-words.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { setHold } from '../../src/features/payouts/hold.ts'
import { checkAccount } from '../../src/features/payouts/refresh-account.ts'
import { sendPayout } from '../../src/features/payouts/send-payout.ts'
import { sendWebhooks } from '../../src/features/webhooks/send-webhooks.ts'
import { setFailing } from '../../src/features/workflows/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { webhookDeliveries, webhookEndpoints } from '../../src/schema/webhooks.ts'
import { ended, idOf, pay, publish, remix, sessionOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { type CaseDesk, openCaseDesk } from '../support/money/case-desk.ts'
import { createPayoutWorld, type PayoutWorld } from '../support/money/create-payout-world.ts'
import { newPayee, payNow } from '../support/money/pay-creators.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type HookStandIn, startHookStandIn } from '../support/stand-ins/webhook-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Has all news of this account sent to a server of its own. */
async function listen(browser: Browser): Promise<HookStandIn> {
  const hook = await startHookStandIn()
  const body = { url: hook.url, events: WEBHOOK_EVENT_NAMES }
  expect((await browser.json('/webhooks', { body })).status).toBe(201)
  return hook
}

const dataOf = (hook: HookStandIn, type: WebhookEvent) =>
  hook.received.findLast(({ body }) => body.type === type)?.body.data

describe('a sale', () => {
  let desk: CaseDesk
  let buyer: Browser
  let bought: HookStandIn
  let sold: HookStandIn
  let admin: Browser
  beforeAll(async () => {
    desk = await openCaseDesk()
    buyer = await desk.enter('buyer@example.com')
    admin = await desk.enter('admin@example.com', { admin: true })
    bought = await listen(buyer)
    sold = await listen(desk.creator)
  })
  afterAll(async () => {
    await desk.close()
    await bought.close()
    await sold.close()
  })

  const withoutVariants = (creation: object) => {
    const { media } = creation as { media?: object }
    return { ...creation, media: { ...media, variants: [] } }
  }

  const read = async (browser: Browser, path: string) => (await browser.json(path)).body

  test('each side gets its news in order, as the API answers that side', async () => {
    const { creation, receipt } = await desk.buy(buyer)
    await bought.until(3)
    await sold.until(1)
    expect(bought.types()).toEqual(['payment.authorized', 'creation.completed', 'payment.captured'])
    expect(sold.types()).toEqual(['payment.captured'])

    const { job_id, ...made } = dataOf(bought, 'creation.completed') ?? {}
    // Smaller copies of the picture are made after the delivery.
    expect(withoutVariants(made)).toEqual(
      withoutVariants(await read(buyer, `/creations/${creation.id}`)),
    )
    expect(await read(buyer, `/jobs/${String(job_id)}`)).toMatchObject({
      result: { id: creation.id },
    })
    expect(dataOf(bought, 'payment.authorized')).toMatchObject({
      receipt: { id: receipt.id, state: 'authorized', captured_at: null },
    })
    expect(dataOf(bought, 'payment.captured')).toEqual(await read(buyer, `/payments/${receipt.id}`))

    const sale = dataOf(sold, 'payment.captured')
    const { sales } = (await desk.creator.json<{ sales: object[] }>('/sales')).body
    expect(sale).toEqual(sales[0])
    for (const secret of [await idOf(buyer), creation.id, 'boat', 'buyer@']) {
      expect(JSON.stringify(sale)).not.toContain(secret)
    }
  })

  test('a case and its refund are told to both sides', async () => {
    const { creation, receipt } = await desk.buy(buyer)
    const { body: opened } = await desk.open(buyer, receipt.id, {})
    const granted = await desk.creator.json(`/cases/${opened.id}/grant`, { body: {} })
    expect(granted.status).toBe(200)
    await desk.refunded(buyer, creation.id, 300)
    await bought.until(9)
    await sold.until(5)
    expect(bought.types().slice(6)).toEqual(['case.opened', 'case.closed', 'payment.refunded'])
    expect(sold.types().slice(2)).toEqual(['case.opened', 'case.closed', 'payment.refunded'])
    expect(dataOf(bought, 'case.opened')).toMatchObject({
      id: opened.id,
      side: 'buyer',
      state: 'open',
      creation_id: creation.id,
    })
    expect(dataOf(sold, 'case.closed')).toMatchObject({
      side: 'creator',
      state: 'granted',
      creation_id: null,
    })
    expect(dataOf(bought, 'payment.refunded')).toMatchObject({ receipt: { refunded: 300 } })
    expect(dataOf(sold, 'payment.refunded')).toMatchObject({
      id: receipt.id,
      refunded: 300,
      share: 0,
    })
  })

  test('what nobody ran is told as released, to its buyer alone', async () => {
    const other = await desk.publish({ price: 400 })
    const session = await pay(buyer, other)
    const { payment } = (await sessionOf(buyer, session)).body
    await buyer.json(`/payment/${payment.id}/release`, { method: 'POST' })
    await expect.poll(() => bought.types().at(-1)).toBe('payment.released')
    expect(dataOf(bought, 'payment.released')).toMatchObject({
      receipt: { id: payment.id, state: 'released' },
      creation_id: null,
    })
    expect(sold.types()).toHaveLength(5)
  })

  test('a recipe that is paused, failing, hidden and shown again', async () => {
    const id = await desk.publish({ price: 0 })
    const set = (state: string) =>
      desk.creator.json(`/workflows/${id}/state`, { method: 'PUT', body: { state } })
    const before = sold.received.length
    await set('unlisted')
    await set('paused')
    await set('paused')
    const fail = (at: Date | null) => inTransaction(desk.app.ctx, (tx) => setFailing(tx, id, at))
    // Paused by its creator before and after, so that nothing has changed.
    await fail(new Date())
    await fail(null)
    await set('listed')
    await fail(new Date())
    await fail(null)
    const report = { subject_type: 'workflow', subject_id: id, reason: 'other', note: 'Look.' }
    const { body } = await buyer.json<{ id: string }>('/reports', { body: report })
    const act = (action: string) =>
      admin.json(`/admin/reports/${body.id}/actions`, { body: { action } })
    expect((await act('hide')).status).toBe(200)
    expect((await act('restore')).status).toBe(200)
    await sold.until(before + 6)
    const told = sold.received.slice(before)
    expect(told.map((one) => [one.body.type, one.body.data['state']])).toEqual([
      ['workflow.paused', 'paused'],
      ['workflow.resumed', 'listed'],
      ['workflow.paused', 'listed'],
      ['workflow.resumed', 'listed'],
      ['workflow.hidden', 'hidden'],
      ['workflow.resumed', 'listed'],
    ])
    expect(told[2]?.body.data).toMatchObject({ id, failing: true })
    expect(told.at(-1)?.body.data).toEqual(await read(desk.creator, `/workflows/${id}`))
  })
})

describe('a run', () => {
  async function withApp(env: Record<string, string>, work: (app: TestApp) => Promise<void>) {
    const app = await startTestApp({
      env: { ...UNLIMITED_RATES, ...env },
      providers: [
        createScriptedProvider({
          start: async (call) => {
            if (call.prompt?.includes('fault')) {
              throw new ProviderError('provider_refused', 'The generator said no.', {
                retryable: false,
              })
            }
            return call.prompt?.includes('forever')
              ? { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
              : picture()
          },
        }),
      ],
    })
    try {
      await work(app)
    } finally {
      await app.close()
    }
  }

  test('that failed is told with its reason, and one that its owner cancelled is not', () =>
    withApp({}, async (app) => {
      const browser = new Browser(app.url)
      await signIn(browser, 'runner@example.com')
      const hook = await listen(browser)
      const recipe = await publish(browser)
      const stopped = await remix(browser, recipe.id, { user_inputs: { wish: 'forever' } })
      await browser.json(`/jobs/${stopped.body.job_id}`, { method: 'DELETE' })
      const { body } = await remix(browser, recipe.id, { user_inputs: { wish: 'a fault' } })
      const job = await ended(browser, body.job_id)
      await hook.until(1)
      expect(hook.types()).toEqual(['creation.failed'])
      expect(dataOf(hook, 'creation.failed')).toEqual(job)
      expect(job.error?.message).toContain('said no')
      await hook.close()
    }))

  test('whose picture a person must look at is told as held besides', () =>
    withApp({ NSFW_THRESHOLD: '0' }, async (app) => {
      const browser = new Browser(app.url)
      await signIn(browser, 'runner@example.com')
      const hook = await listen(browser)
      const recipe = await publish(browser)
      const { body } = await remix(browser, recipe.id, { public: true })
      await hook.until(2)
      expect(hook.types()).toEqual(['creation.completed', 'creation.held'])
      expect(dataOf(hook, 'creation.held')).toMatchObject({ job_id: body.job_id, public: false })
      await hook.close()
    }))
})

describe('a payout', () => {
  let world: PayoutWorld
  beforeAll(async () => {
    world = await createPayoutWorld()
    await world.ctx.queue.declare([sendWebhooks])
  })
  afterAll(() => world.close())

  async function listening(ownerId: string): Promise<string> {
    const id = newId()
    const now = world.clock.now()
    await world.ctx.db.insert(webhookEndpoints).values({
      id,
      ownerId,
      url: 'http://127.0.0.1:9/',
      events: WEBHOOK_EVENT_NAMES,
      state: 'on',
      createdAt: now,
      nextAt: now,
    })
    return id
  }

  async function toldOf(endpointId: string) {
    const rows = await world.ctx.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, endpointId))
      .orderBy(asc(webhookDeliveries.seq))
    return rows.map(({ body }) => JSON.parse(body) as { type: string; data: object })
  }

  test('that arrived, and one that the vendor refused', async () => {
    const creator = await newPayee(world)
    const endpoint = await listening(creator.id)
    const payout = await payNow(world, creator)
    await sendPayout(world.ctx, payout.id)
    world.vendor.bank(payout.accountId, 'paid')
    await checkAccount(world.ctx, payout.accountId)
    await checkAccount(world.ctx, payout.accountId)
    await world.sell(creator, 3_000)
    world.wait(8)
    const next = await payNow(world, creator)
    world.vendor.balance = 1
    await sendPayout(world.ctx, next.id)
    expect(await toldOf(endpoint)).toMatchObject([
      { type: 'payout.paid', data: { id: payout.id, state: 'paid', amount: 2_100 } },
      { type: 'payout.failed', data: { id: next.id, state: 'failed' } },
    ])
  })

  test('whose money an operator holds', async () => {
    const creator = await newPayee(world)
    const endpoint = await listening(creator.id)
    const hold = { principalId: creator.id, code: 'operator', setBy: 'admin' } as const
    await setHold(world.ctx, { ...hold, amount: 100, reason: 'A look.', until: null })
    expect(await toldOf(endpoint)).toMatchObject([
      { type: 'payout.held', data: { amount: 100, reason: 'A look.', until: null } },
    ])
  })
})
