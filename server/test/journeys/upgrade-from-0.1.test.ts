import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openBrowser, signIn } from '../support/browser.ts'
import { createEmptyDatabase } from '../support/create-test-database.ts'
import { loadRelease01, RELEASE_01 } from '../support/load-release-0.1.ts'
import { ended, receiptOf, run, sessionOf } from '../support/money/buying.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

/** Minutes after the dump, so that no sweep releases the dump's authorisations yet. */
const AT = new Date('2026-11-22T15:40:00Z')
const { workflows } = RELEASE_01

let app: TestApp
beforeAll(async () => {
  const database = await createEmptyDatabase()
  await loadRelease01(database.connectionString)
  // The dump holds no public creation, and totals count public creations only.
  await database.pool.query(`update creations set public = true where id =
    (select id from creations where delivered_at is not null order by id limit 1)`)
  await migrate(database.connectionString)
  app = await startTestApp({
    database,
    providers: [createScriptedProvider({ start: () => picture() })],
    // The sandbox gateway shares this clock.
    change: (ctx) => void (ctx.clock.now = () => AT),
  })
})
afterAll(() => app.close())

function comeBack({ anonymousId, cookies }: { anonymousId: string; cookies: string[][] }) {
  const kept = new Map(cookies.map(([name = '', value = '']) => [name, value]))
  return new TestActor(app.url, { anonymousId, cookies: kept } as TestActor)
}

test('a workflow below the floor stays visible, cannot be bought, and its creator is told the lowest price', async () => {
  const fan = new TestActor(app.url)
  const { body } = await fan.call<WorkflowView>('GET', `/workflows/${workflows.cheap}`)
  expect([body.name, body.price]).toEqual(['Below the floor', 50])
  expect(body.not_for_sale).toContain('The lowest price here is $1.11.')
  const listed = await fan.call<{ workflows: WorkflowView[] }>('GET', '/workflows')
  expect(listed.body.workflows.map(({ id }) => id)).toContain(workflows.cheap)
  const checkout = await fan.call<{ code: string }>('POST', '/payment/create-checkout-session', {
    workflow_id: workflows.cheap,
    success_url: `${app.url}/workflows`,
    cancel_url: `${app.url}/workflows`,
  })
  expect([checkout.status, checkout.body.code]).toEqual([409, 'payment_state'])
  const creator = openBrowser(app.url)
  await signIn(creator, 'creator@example.com')
  const own = await creator.json<WorkflowView>(`/workflows/${workflows.cheap}`)
  expect(own.body.not_for_sale).toContain('Publish a new version with a higher one.')
})

test('an uploaded sample states that a person uploaded the picture', async () => {
  const { body } = await new TestActor(app.url).call<WorkflowView>(
    'GET',
    `/workflows/${workflows.sampled}`,
  )
  expect(body.sample).toMatchObject({ uploaded: true, width: 120, height: 100 })
})

test('the stored totals of lists equal a count of the rows', async () => {
  const { rows } = await app.ctx.db.execute<{
    workflow_id: string
    told: number
    there: number
  }>(sql`
    select w.id as workflow_id, w.told::int, count(c.id)::int as there from (
      select workflows.id, coalesce(sum(shown), 0) as told from workflows
      left join creation_tallies on workflow_id = workflows.id group by workflows.id
    ) as w left join creations c on c.workflow_id = w.id and is_shown(c) group by 1, 2`)
  expect(rows.filter(({ told, there }) => told !== there)).toEqual([])
  expect(rows.some(({ there }) => there > 0)).toBe(true)
  const listed = await app.ctx.db.execute(sql`
    select (select sum(listed) from workflow_tallies) as told, count(*) as there
    from workflows w where is_listed(w)`)
  expect(listed.rows[0]?.['told']).toBe(listed.rows[0]?.['there'])
})

test('an open authorisation pays for a run, and is captured when the run is delivered', async () => {
  const buyer = comeBack(RELEASE_01.open)
  const { sessionId } = RELEASE_01.open
  expect((await sessionOf(buyer, sessionId)).body.status).toBe('authorized')
  const started = await run(buyer, workflows.priced, sessionId)
  expect(started.body.error).toBeUndefined()
  const done = await ended(buyer, started.body.job_id)
  expect(done.status).toBe('COMPLETED')
  await expect.poll(async () => (await receiptOf(buyer, done.result.id))?.state).toBe('captured')
})

test('an open authorisation is released', async () => {
  const { rows } = await app.ctx.db.execute<{ id: string }>(
    sql`select id from payments where session_id = ${RELEASE_01.toRelease.sessionId}`,
  )
  const stateOf = async () =>
    (await app.ctx.db.execute(sql`select state from payments where id = ${rows[0]?.id}`)).rows[0]
  // The webhook of this payment still waited in 0.1's queue.
  await expect.poll(stateOf).toEqual({ state: 'authorized' })
  const buyer = comeBack(RELEASE_01.toRelease)
  expect((await buyer.call('POST', `/payment/${rows[0]?.id}/release`)).status).toBe(200)
  await expect.poll(stateOf).toEqual({ state: 'released' })
})

test('every entry balances, and each sale owes its creator 70 percent', async () => {
  const { rows: off } = await app.ctx.db.execute(sql`
    select e.id from ledger_entries e left join ledger_postings p on p.entry_id = e.id
    group by e.id having coalesce(sum(p.amount), 1) <> 0`)
  expect(off).toEqual([])
  const { rows: sales } = await app.ctx.db.execute(sql`
    select p.captured, -sum(l.amount)::int as owed from payments p
    join ledger_entries e on e.payment_id = p.id and e.kind = 'capture'
    join ledger_postings l on l.entry_id = e.id and l.share_percent is not null
    where p.session_id <> ${RELEASE_01.open.sessionId} group by p.id order by p.captured`)
  expect(sales).toEqual([
    { captured: 50, owed: 35 },
    { captured: 300, owed: 210 },
    { captured: 300, owed: 210 },
  ])
})
