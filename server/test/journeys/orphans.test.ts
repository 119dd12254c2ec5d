import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../src/features/payments/reconcile/reconcile.ts'
import { newId } from '../../src/platform/ids.ts'
import { aPicture } from '../support/access/world.ts'
import { enterAs, startAccounts } from '../support/accounts.ts'
import { idOf, openCheckout, publish, remixNow } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
let priced: string
beforeAll(async () => {
  app = await startAccounts()
  const creator = await enterAs(app, 'creator@example.com')
  priced = (await publish(creator, { price: 300 })).id
})
afterAll(() => app.close())

const ask = async (query: ReturnType<typeof sql>) => (await app.ctx.db.execute(query)).rows

async function checkOut(browser: Browser, pay: boolean): Promise<string> {
  const { body } = await openCheckout(browser, priced)
  if (!pay) return body.session_id
  const card = { number: '4242424242424242', expiry: '12/34', cvc: '123' }
  await browser.fetch(new URL(body.url).pathname, { form: new URLSearchParams(card) })
  return body.session_id
}

/** One object of every kind that a principal can own. */
async function haveAll(browser: Browser, anonymousId?: string) {
  const id = await idOf(browser, anonymousId)
  await publish(browser)
  await browser.json('/upload/image', { form: await aPicture() })
  await remixNow(browser, priced, { session_id: await checkOut(browser, true) })
  const session = await checkOut(browser, true)
  await browser.json(`/workflows/${priced}/creations`, {
    body: { user_inputs: { wish: 'forever' }, session_id: session },
  })
  await checkOut(browser, false)
  await checkOut(browser, true)
  // Waits for the gateway's webhooks, so that reconciliation finds no other difference.
  await expect
    .poll(() => ask(sql`select state from payments where buyer_id = ${id} order by created_at`))
    .toEqual(['captured', 'authorized', 'created', 'authorized'].map((state) => ({ state })))
  return id
}

const owners = sql`
  select what, count(*)::int, array_agg(distinct owner_id::text) as owners from (
    select 'jobs' as what, owner_id from jobs union all
    select 'creations', owner_id from creations union all
    select 'media', owner_id from media union all
    select 'workflows', owner_id from workflows union all
    select 'payments', buyer_id from payments
  ) owned`
const ownedBy = (id: string) =>
  ask(sql`${owners} where owner_id = ${id} group by what order by what`)

test('work that version 0.1 left with a claimed visitor moves to the account', async () => {
  const visitor = new Browser(app.url)
  const from = await haveAll(visitor, 'anon_aaaaaaaaaaaaaaaaaaaaaaaa')
  const account = await enterAs(app, 'fan@example.com')
  const to = await idOf(account)
  const before = await ownedBy(from)
  expect(before).toHaveLength(5)
  // A claim that left the visitor's work behind, as 0.1 did.
  await ask(sql`update principals set claimed_by = ${to}, claimed_at = now() where id = ${from}`)
  const { differences } = await reconcile(app.ctx)
  expect(differences).toEqual([
    {
      kind: 'stranded',
      paymentId: null,
      sessionId: null,
      ours: `work of ${from}`,
      theirs: `moved to the account ${to}`,
      mended: true,
    },
  ])
  expect(await ownedBy(from)).toEqual([])
  expect(await ownedBy(to)).toEqual(before.map((row) => ({ ...row, owners: [to] })))
  expect((await reconcile(app.ctx)).differences).toEqual([])
})

test.each(['deleted', 'banned'] as const)(
  'work that 0.1 left with a %s account is ended and its payment released',
  async (how) => {
    const browser = await enterAs(app, `${how}@example.com`)
    const id = await haveAll(browser)
    await ask(
      how === 'deleted'
        ? sql`update principals set deleted_at = now(), issuer = null, subject = null, email = null,
              username = null where id = ${id}`
        : sql`update principals set banned_at = now() where id = ${id}`,
    )
    const { differences } = await reconcile(app.ctx)
    expect(differences).toMatchObject([{ kind: 'stranded', ours: `work of ${id}`, mended: true }])
    const states = () =>
      ask(sql`select state from payments where buyer_id = ${id} order by created_at`)
    await expect
      .poll(states)
      .toEqual(['captured', 'released', 'expired', 'released'].map((state) => ({ state })))
    expect(
      await ask(sql`select status from jobs where owner_id = ${id} order by created_at`),
    ).toEqual([{ status: 'COMPLETED' }, { status: 'CANCELLED' }])
    const live = sql`select id from creations where owner_id = ${id} and deleted_at is null`
    if (how === 'deleted') expect(await ask(live)).toEqual([])
    expect((await reconcile(app.ctx)).differences).toEqual([])
  },
)

test('a delivery to an account after its deletion is reported until refunded', async () => {
  const browser = await enterAs(app, 'late@example.com')
  const id = await idOf(browser)
  await remixNow(browser, priced, { session_id: await checkOut(browser, true) })
  const bought = () => ask(sql`select id, state from payments where buyer_id = ${id}`)
  await expect.poll(bought).toMatchObject([{ state: 'captured' }])
  const [payment] = await bought()
  await ask(sql`update principals set deleted_at = now() - interval '1 hour', issuer = null,
    subject = null, email = null, username = null where id = ${id}`)
  const told = async () =>
    (await reconcile(app.ctx)).differences.filter(({ kind }) => kind !== 'stranded')
  expect(await told()).toMatchObject([
    { kind: 'captured_after_deletion', paymentId: payment?.['id'], theirs: 'to be refunded' },
  ])
  await ask(sql`update payments set refunded = captured where id = ${payment?.['id']}`)
  const kinds = (await told()).map(({ kind }) => kind)
  expect(kinds).not.toContain('captured_after_deletion')
})

test('no orphaned work is reported after ordinary journeys', async () => {
  const browser = new Browser(app.url)
  await haveAll(browser, `anon_${newId().replaceAll('-', '').slice(0, 24)}`)
  expect((await reconcile(app.ctx)).differences.map(({ kind }) => kind)).not.toContain('stranded')
})

test('work that cannot be repaired is told, and ends neither the other repairs nor the comparison', async () => {
  const visitors = await Promise.all(
    ['e', 'f'].map(async (letter) => {
      const visitor = new Browser(app.url)
      const anonymousId = `anon_${letter.repeat(24)}`
      const id = await idOf(visitor, anonymousId)
      await publish(visitor, {})
      return id
    }),
  )
  const [stuck = '', other = ''] = visitors
  const to = await idOf(await enterAs(app, 'keeper@example.com'))
  for (const from of visitors) {
    await ask(sql`update principals set claimed_by = ${to}, claimed_at = now() where id = ${from}`)
  }
  await ask(
    sql.raw(`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if old.owner_id = '${stuck}' and new.owner_id <> old.owner_id then
          raise exception 'refused';
        end if;
        return new;
      end $$`),
  )
  await ask(
    sql`create trigger refuse_one before update on workflows for each row execute function refuse_one()`,
  )
  await ask(sql`
    insert into webhook_events (gateway, id, name, occurred_at, received_at)
    values ('sandbox', 'evt_stuck', 'payment_intent.succeeded',
      now() - interval '3 hours', now() - interval '3 hours')`)
  for (const scope of ['all', 'moved'] as const) {
    const { differences } = await reconcile(app.ctx, scope)
    const [kept] = await ask(sql`select differences from reconciliations order by id desc limit 1`)
    expect(kept?.['differences']).toEqual(differences)
    expect(differences).toContainEqual(expect.objectContaining({ kind: 'event_unprocessed' }))
    const told = differences.filter(({ kind }) => kind === 'stranded')
    expect(told).toContainEqual({
      kind: 'stranded',
      paymentId: null,
      sessionId: null,
      ours: `work of ${stuck}`,
      theirs: 'could not be repaired',
    })
    expect(told).toHaveLength(scope === 'all' ? 2 : 1)
  }
  const owner = sql`select owner_id from workflows where owner_id in (${stuck}, ${other})`
  expect(await ask(owner)).toEqual([{ owner_id: stuck }])
})
