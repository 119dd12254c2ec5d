import { afterEach, describe, expect, test } from 'vitest'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { jobs } from '../../src/schema/generation.ts'
import { principals } from '../../src/schema/identity.ts'
import { payments } from '../../src/schema/payments.ts'
import { ended, openCheckout, publish, remix, tryPublish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { createScriptedProvider, picture, type Script } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

const CENTS = 4
const DAY_MS = 86_400_000
/** Noon, so that no test crosses midnight. */
let now = 0
const DRAW = { id: 'draw', provider: 'vendor', function_type: 'draw', prompt: 'A {{wish}}' }

/** A market whose only provider costs the operator money. */
async function open(env: Record<string, string> = {}, start: Script = () => picture()) {
  const vendor = createScriptedProvider({ start, cents: CENTS })
  now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2
  app = await startTestApp({
    env,
    change: (ctx) => {
      ctx.clock = { now: () => new Date(now) }
    },
    providers: [
      Object.assign(vendor, { id: 'vendor', costsOperator: true, forEveryCreator: false }),
    ],
  })
  return vendor
}

async function openCreator(approved = true): Promise<Visitor> {
  const actor = new Visitor(app.url)
  await actor.call('GET', `/users/${actor.anonymousId}`)
  if (approved) await app.ctx.db.update(principals).set({ approvedCreatorAt: new Date() })
  return actor
}

async function refusalOf(actor: Visitor, change: object) {
  const { status, body } = await tryPublish(actor, { steps: [DRAW], ...change })
  return [status, body.code, body.error]
}

describe('a recipe that costs the operator money', () => {
  test('is published by approved creators only', async () => {
    await open()
    const actor = await openCreator(false)
    const [status, code, error] = await refusalOf(actor, { cost: CENTS, price: 500 })
    expect([status, code]).toEqual([403, 'forbidden'])
    expect(error).toMatch(/"draw" uses vendor.*only approved creators/)
  })

  test('declares at least the estimated cost of its steps', async () => {
    await open()
    const [status, code, error] = await refusalOf(await openCreator(), { cost: 3, price: 500 })
    expect([status, code]).toEqual([400, 'invalid_recipe'])
    expect(error).toMatch(/^cost must be at least 4 cents/)
  })

  test('has a price whose share covers its cost, and the refusal names the lowest price', async () => {
    await open()
    const actor = await openCreator()
    const [status, code, error] = await refusalOf(actor, { cost: CENTS, price: 50 })
    expect([status, code]).toEqual([400, 'invalid_recipe'])
    const lowest = Number(/^price must be at least (\d+) cents/.exec(String(error))?.[1])
    // 30% is the platform's; 2.9% and 30 cents are the card fee, before rounding.
    expect((lowest - 1) * 0.271).toBeLessThan(30 + CENTS)
    const left = (price: number) =>
      price - Math.floor((price * 70 + 50) / 100) - Math.round(price * 0.029) - 30
    expect(left(lowest)).toBeGreaterThanOrEqual(CENTS)
    expect((await refusalOf(actor, { cost: CENTS, price: lowest - 1 }))[0]).toBe(400)
    expect((await refusalOf(actor, { cost: CENTS, price: lowest }))[0]).toBe(201)
    expect((await refusalOf(actor, { cost: CENTS }))[1]).toBe('invalid_recipe')
  })

  test('costs no more than the highest price can cover', async () => {
    await open()
    const answer = await refusalOf(await openCreator(), { cost: 40_000, price: 100_000 })
    expect(answer.slice(0, 2)).toEqual([400, 'invalid_recipe'])
    expect(answer[2]).toMatch(/^cost of 40000 cents is above .*\$1,000\.00/)
  })
})

describe("a price that depends on the visitor's choice", () => {
  const refuse = async (inputs: object[], change: object = {}) => {
    const vendor = createScriptedProvider({
      start: () => picture(),
      cents: ({ params }) => Number(params['size']) * Number(params['seconds'] ?? 1),
      pricedBy: ['size', 'seconds'],
    })
    app = await startTestApp({ providers: [vendor] })
    const actor = await openCreator()
    const steps = [{ ...DRAW, provider: 'local', params: { size: '{{size}}', ...change } }]
    const { status, body } = await tryPublish(actor, {
      steps,
      cost: 14,
      inputs: [{ key: 'wish', type: 'text' }, ...inputs],
    })
    return [status, body.error]
  }
  const SIZES = { key: 'size', type: 'text', options: ['2', '5', '3'] }
  const seconds = { seconds: '{{seconds}}' }

  test('counts at its highest cost', async () => {
    expect(await refuse([SIZES, { key: 'seconds', type: 'number', max: 3 }], seconds)).toEqual([
      400,
      'cost must be at least 15 cents, which its steps are estimated to cost',
    ])
  })

  test('is accepted where the highest cost is covered', async () => {
    expect((await refuse([SIZES]))[0]).toBe(201)
  })

  test.each([
    ['a text', [{ key: 'size', type: 'text' }], {}, 'size', 'size'],
    [
      'a number without a max',
      [SIZES, { key: 'seconds', type: 'number' }],
      seconds,
      'seconds',
      'seconds',
    ],
  ])('is refused of %s', async (_, inputs, change, param, name) => {
    expect(await refuse(inputs, change)).toEqual([
      400,
      `steps[0].params.${param} decides what the step costs, so "${name}" must be a number with a max or a text with options`,
    ])
  })
})

describe('one payment', () => {
  test('pays for as many runs as one sale covers, however often the buyer cancels', async () => {
    let begun = createGate(1)
    const vendor: Script = async () => {
      await begun.arrive()
      return new Promise(() => undefined)
    }
    const provider = await open({}, vendor)
    // The gateway's clock, on which checkouts expire.
    now = Date.now()
    const actor = await openCreator()
    const [, , refusal] = await refusalOf(actor, { cost: CENTS, price: 50 })
    const price = Number(/at least (\d+) cents/.exec(String(refusal))?.[1])
    const { id } = await publish(actor, { steps: [DRAW], cost: CENTS, price })
    const fan = new Visitor(app.url)
    const { body: checkout } = await openCheckout(fan, id)
    await fetch(checkout.url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
    })
    const again = () => remix(fan, id, { session_id: checkout.session_id })
    // One failed run may be retried, since a sale covers the cost of one more run.
    for (let run = 0; run < 2; run++) {
      begun = createGate(1)
      const { body } = await again()
      await begun.opened
      expect((await fan.call('DELETE', `/jobs/${body.job_id}`)).status).toBe(200)
    }
    const refused = await again()
    expect([refused.status, refused.body.error]).toEqual([
      402,
      expect.stringMatching(/^Too many tries on this payment ended without a creation/),
    ])
    expect(provider.starts).toHaveLength(2)
    await expect
      .poll(async () => (await app.ctx.db.select().from(payments)).map(({ state }) => state))
      .toEqual(['released'])
  })
})

describe('the daily budget', () => {
  test('lets free recipes run until used up, and again tomorrow', async () => {
    await open({ FREE_DAILY_BUDGET_CENTS: '10' })
    const actor = await openCreator()
    const { id } = await publish(actor, { steps: [DRAW], cost: CENTS })
    for (let run = 0; run < 2; run++) {
      expect((await ended(actor, (await remix(actor, id)).body.job_id)).status).toBe('COMPLETED')
    }
    const refused = await remix(actor, id)
    expect([refused.status, refused.body.error]).toEqual([
      503,
      'Today’s budget for free creations of this kind is used up. Please come back tomorrow.',
    ])
    expect(refused.headers.get('retry-after')).toBe(String(DAY_MS / 2 / 1000))
    expect(await app.ctx.db.$count(jobs)).toBe(2)

    now += DAY_MS
    expect((await remix(actor, id)).status).toBe(200)
  })

  test('counts running jobs at their ceiling and ended jobs at their cost, failed or not', async () => {
    const begun = createGate(1)
    const end = createGate(1)
    await open({ FREE_DAILY_BUDGET_CENTS: '12' }, async () => {
      await begun.arrive()
      await end.opened
      throw new ProviderError('refused', 'No.', { retryable: false })
    })
    const actor = await openCreator()
    const { id } = await publish(actor, { steps: [DRAW], cost: 8 })
    const { job_id } = (await remix(actor, id)).body
    await begun.opened
    expect((await remix(actor, id)).status).toBe(503)
    await end.arrive()
    expect((await ended(actor, job_id)).status).toBe('FAILED')
    expect((await remix(actor, id)).status).toBe(200)
  })

  test('is not exceeded by ten runs at once', async () => {
    const end = createGate(1)
    await open({ FREE_DAILY_BUDGET_CENTS: '12' }, async () => {
      await end.opened
      return picture()
    })
    const actor = await openCreator()
    const { id } = await publish(actor, { steps: [DRAW], cost: CENTS })
    const answers = await Promise.all(Array.from({ length: 10 }, () => remix(actor, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(7)
    await end.arrive()
  })

  test('refuses a free recipe that exceeds the budget of any day', async () => {
    await open({ FREE_DAILY_BUDGET_CENTS: '10' })
    const [, code, error] = await refusalOf(await openCreator(), { cost: 11 })
    expect(code).toBe('invalid_recipe')
    expect(error).toMatch(/^cost must be at most 10 cents/)
  })
})

describe('CREATOR_ACCESS', () => {
  test.each([
    ['signed-in', /sign in to publish/],
    ['approved', /Only approved creators/],
  ])('%s refuses an unknown visitor', async (access, sentence) => {
    await open({ CREATOR_ACCESS: access })
    const [status, code, error] = await refusalOf(await openCreator(false), { cost: CENTS })
    expect([status, code]).toEqual([403, 'forbidden'])
    expect(error).toMatch(sentence)
  })
})
