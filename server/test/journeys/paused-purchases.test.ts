import { and, eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { moderatedSubjects } from '../../src/features/moderation/index.ts'
import { assertOpen } from '../../src/features/workflows/index.ts'
import { jobs } from '../../src/schema/generation.ts'
import { payments } from '../../src/schema/payments.ts'
import { enterCard, openCheckout, remix, sessionOf, tryPublish } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)
let app: TestApp

beforeAll(async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
})
afterAll(() => app.close())

async function publish() {
  const creator = new Visitor(app.url)
  const { body } = await tryPublish(creator, { price: 300 })
  return { creator, id: body.id }
}

async function checkOut(workflowId: string) {
  const buyer = new Visitor(app.url)
  const { body } = await openCheckout(buyer, workflowId)
  const session = body.session_id
  return {
    buyer,
    session,
    async pay() {
      await enterCard(body.url)
      return (await sessionOf(buyer, session)).body
    },
  }
}

const pause = (creator: Visitor, id: string) =>
  creator.call('PUT', `/workflows/${id}/state`, { state: 'paused' })

async function listAuthorized(workflowId: string): Promise<string[]> {
  const rows = await app.ctx.db
    .select({ session: payments.sessionId })
    .from(payments)
    .where(and(eq(payments.workflowId, workflowId), eq(payments.state, 'authorized')))
  return rows.map(({ session }) => session ?? '')
}

test('a payment authorised before a pause still pays for a run, and nothing can be paid after the pause', async () => {
  const { creator, id } = await publish()
  const early = await checkOut(id)
  const late = await checkOut(id)
  expect((await early.pay()).payment_status).toBe('paid')
  expect((await pause(creator, id)).status).toBe(200)
  expect(await late.pay()).toMatchObject({
    payment_status: 'unpaid',
    payment: {
      next: expect.stringMatching(/paused this recipe|ended without a payment|was released/),
    },
  })
  const refused = await remix(late.buyer, id, { session_id: late.session })
  expect(refused.status).toBe(409)
  expect((await remix(early.buyer, id, { session_id: early.session })).status).toBe(200)
})

test('of ten purchases that race a pause none is authorised once the pause stands', async () => {
  const { creator, id } = await publish()
  const checkouts = await Promise.all(TEN.map(() => checkOut(id)))
  const paying = checkouts.map((checkout) => checkout.pay())
  await Promise.race(paying)
  expect((await pause(creator, id)).status).toBe(200)
  const before = await listAuthorized(id)
  expect(before.length).toBeGreaterThan(0)
  await Promise.all(paying)
  const after = await listAuthorized(id)
  expect(before).toEqual(expect.arrayContaining(after))
})

const takeDown = (creator: Visitor, id: string) => creator.call('DELETE', `/workflows/${id}`)
const hide = (_: Visitor, id: string) =>
  inTransaction(app.ctx, (tx) =>
    moderatedSubjects.workflow.setHidden.ask(tx, { id, hiddenAt: tx.clock.now() }),
  )

test.each([
  ['a pause', pause],
  ['a taking down', takeDown],
  ['a hiding', hide],
])('%s ends open checkouts at the gateway, and no authorisation', async (_, close) => {
  const { creator, id } = await publish()
  const open = await checkOut(id)
  const early = await checkOut(id)
  await early.pay()
  await close(creator, id)
  const stateOf = async () =>
    (await app.ctx.db.select().from(payments).where(eq(payments.sessionId, open.session)))[0]?.state
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('expired')
  const [row] = await app.ctx.db.select().from(payments).where(eq(payments.sessionId, open.session))
  const view = await app.ctx.gateway.find({ sessionId: row?.sessionId ?? '' })
  expect(view?.state).toBe('expired')
  expect(await listAuthorized(id)).toEqual([early.session])
})

test('of ten free runs that race a pause none is queued once the pause stands', async () => {
  const creator = new Visitor(app.url)
  const { body } = await tryPublish(creator)
  const { id } = body
  const list = async () =>
    (await app.ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.workflowId, id)))
      .map((job) => job.id)
      .toSorted()
  const running = TEN.map(() => remix(new Visitor(app.url), id))
  await Promise.race(running)
  expect((await pause(creator, id)).status).toBe(200)
  const before = await list()
  const answers = await Promise.all(running)
  expect(await list()).toEqual(before)
  expect(answers.filter(({ status }) => ![200, 202, 409].includes(status))).toEqual([])
})

test('ten free runs that were checked before a pause wait for the pause, and none is queued', async () => {
  const creator = new Visitor(app.url)
  const { body } = await tryPublish(creator)
  const pausing = new pg.Client({ connectionString: app.ctx.config.databaseUrl })
  await pausing.connect()
  try {
    await pausing.query(`begin; select 1 from workflows where id = '${body.id}' for update`)
    await pausing.query(`update workflows set state = 'paused' where id = '${body.id}'`)
    const running = TEN.map(() => remix(new Visitor(app.url), body.id))
    await expect.poll(() => countWaitingForLocks(app.ctx)).toBeGreaterThanOrEqual(TEN.length)
    await pausing.query('commit')
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(TEN.map(() => 409))
    expect(await app.ctx.db.select().from(jobs).where(eq(jobs.workflowId, body.id))).toEqual([])
  } finally {
    await pausing.end()
  }
})

test('a run that was checked before a pause is refused after it', async () => {
  const creator = new Visitor(app.url)
  const { body } = await tryPublish(creator)
  await pause(creator, body.id)
  const asked = inTransaction(app.ctx, (tx) => assertOpen(tx, body.id, false))
  await expect(asked).rejects.toMatchObject({ code: 'conflict' })
  await inTransaction(app.ctx, (tx) => assertOpen(tx, body.id, true))
  await hide(creator, body.id)
  await expect(inTransaction(app.ctx, (tx) => assertOpen(tx, body.id, true))).rejects.toMatchObject(
    {
      code: 'gone',
    },
  )
})
