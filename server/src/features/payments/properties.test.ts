import { isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { anyStory, surelyTold } from '../../../test/support/money/any-story.ts'
import { checkAlways, checkSettled } from '../../../test/support/money/check-invariants.ts'
import { checkMargins } from '../../../test/support/money/check-margins.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  START,
} from '../../../test/support/money/create-money-world.ts'
import { deskOf, type GatewayDesk } from '../../../test/support/money/gateway-desk.ts'
import { beginStory } from '../../../test/support/money/money-story.ts'
import { type StripeStandIn, startStripe } from '../../../test/support/money/start-stripe.ts'
import { createStripeGateway } from '../../providers/payments/stripe/create-stripe-gateway.ts'
import { webhookEvents } from '../../schema/payments.ts'
import { performRelease } from './capture/release-payment.ts'
import { processEvent } from './reconcile/receive-webhook.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { sweepPayments } from './reconcile/sweep-payments.ts'

const SEED = 20_261_125
/** Stories with each gateway; `STORIES=200` is the long run. */
const STORIES = Number(process.env['STORIES'] ?? 40)
/** Some of the same stories, whose price includes tax. */
const TAXED = Math.ceil(STORIES / 2)

/** Runs acts in any order with repetitions, and checks the books after each act and at the end. */
async function checkStories(world: MoneyWorld, desk: GatewayDesk, stories: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyStory, async ({ acts, ...sold }) => {
      const story = await beginStory(world, desk, sold)
      for (const act of acts) {
        await story.act(act)
        await checkAlways(world, story)
      }
      await story.settle()
      await checkSettled(world, story)
    }),
    { seed: SEED, numRuns: stories, examples: surelyTold.map((told): [typeof told] => [told]) },
  )
  await closeOldStories(world)
  await checkMargins(world.ctx)
  const { compared, differences } = await reconcile(world.ctx)
  expect(differences).toEqual([])
  // Many stories last longer than reconciliation looks back.
  expect(compared).toBeGreaterThan(Math.min(stories, 40) / 2)
}

/** Checks that the stories reach each of these states. */
async function checkReach(world: MoneyWorld): Promise<void> {
  const { rows } = await world.database.pool.query<{ name: string }>(
    'select distinct name from payment_events',
  )
  const ends = ['captured', 'capture_failed', 'released', 'expired', 'unused', 'delivered']
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      ...ends.map((end) => `payment.${end}`),
      ...['succeeded', 'failed', 'refused'].map((end) => `refund.${end}`),
      ...['opened', 'won', 'lost'].map((end) => `dispute.${end}`),
    ]),
  )
}

/**
 * Checks that some fans earned the whole commission and some a part, and that creators earned
 * nothing by their own links.
 */
async function checkReferred({ database }: MoneyWorld): Promise<void> {
  const { rows } = await database.pool.query<{ percent: number; earns: string }>(
    `select distinct p.referral_percent as percent,
       case when l.amount is null then 'nothing' when -l.amount = p.captured * 5 / 100 then 'all'
         else 'a part' end as earns
     from payments p
     left join ledger_entries e on e.payment_id = p.id and e.kind = 'capture'
     left join ledger_postings l on l.entry_id = e.id and l.commission_percent is not null
     where p.state = 'captured' and p.referral_percent is not null`,
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { percent: 0, earns: 'nothing' },
      { percent: 5, earns: 'all' },
    ]),
  )
  expect(rows).not.toContainEqual({ percent: 0, earns: 'all' })
}

/** Checks that the stories sold at each kind of reduced price and at the lowest, and gave uses of codes back. */
async function checkReduced({ database }: MoneyWorld): Promise<void> {
  const { rows } = await database.pool.query<{ how: string }>(
    `select distinct case when p.state <> 'captured' then 'given back' else coalesce(c.kind, 'launch') end as how
     from payments p left join codes c on c.id = p.code_id
     where p.full_price is not null and (p.state = 'captured' or (c.id is not null and p.state in ('expired', 'released')))
     union select 'lowest' from payments where state = 'captured' and code_id is not null and amount = 111
     union select 'used up' from codes c where c.total <=
       (select count(*) from payments p where p.code_id = c.id and p.state = 'captured')`,
  )
  const reached = ['percent', 'amount', 'launch', 'given back', 'lowest', 'used up']
  expect(rows.map(({ how }) => how)).toEqual(expect.arrayContaining(reached))
}

/** Checks that the stories sold with each kind of tax, and that Σ over all sales is in the accounts. */
async function checkTaxed({ database }: MoneyWorld): Promise<void> {
  const { rows } = await database.pool.query<{ jurisdiction: string; owed: number }>(
    `select a.jurisdiction, sum(-l.amount)::int as owed from ledger_postings l
     join ledger_accounts a on a.id = l.account_id where a.kind = 'tax_payable' group by 1`,
  )
  const places = rows.map(({ jurisdiction }) => jurisdiction)
  expect(places).toEqual(expect.arrayContaining(['HU', 'US-NY', 'CA', 'CA-QC']))
  const sold = await database.pool.query<{ owed: number }>(
    `select coalesce(sum(round(tax::numeric * greatest(0, captured - refunded - disputed) / captured)), 0)::int as owed
     from payments where state = 'captured'`,
  )
  expect(rows.reduce((sum, { owed }) => sum + owed, 0)).toBe(sold.rows[0]?.owed)
}

/** Lets a week pass, which releases the payments that earlier stories left open. */
async function closeOldStories(world: MoneyWorld): Promise<void> {
  await sweepPayments(world.ctx)
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from payments where state = 'release_requested'`,
  )
  for (const { id } of rows) await performRelease(world.ctx, id)
  const news = await world.ctx.db
    .select({ gateway: webhookEvents.gateway, id: webhookEvents.id })
    .from(webhookEvents)
    .where(isNull(webhookEvents.processedAt))
  for (const { gateway, id } of news) await processEvent(world.ctx, gateway, id)
}

const TAX_CODES = { image: 'txcd_10501000', video: 'txcd_10402100' }

describe('with the sandbox', () => {
  let world: MoneyWorld
  afterEach(() => world.close())

  test('every sequence of acts keeps every invariant', async () => {
    world = await createMoneyWorld()
    await checkStories(world, deskOf(world.sandbox.sandbox, { delivers: true }), STORIES)
    await checkReach(world)
    await checkReferred(world)
    await checkReduced(world)
  }, 600_000)

  test('every sequence of acts keeps every invariant with tax in the price', async () => {
    world = await createMoneyWorld(undefined, START, TAX_CODES)
    await checkStories(world, deskOf(world.sandbox.sandbox, { delivers: true }), TAXED)
    await checkTaxed(world)
  }, 600_000)
})

describe.each(['eur', 'jpy'])('with the sandbox in %s', (CURRENCY) => {
  let world: MoneyWorld
  afterEach(() => world.close())

  test('every sequence of acts keeps every invariant', async () => {
    world = await createMoneyWorld(undefined, START, undefined, { CURRENCY })
    const desk = deskOf(world.sandbox.sandbox, { delivers: true })
    await checkStories(world, desk, Math.ceil(STORIES / 4))
    const { rows } = await world.database.pool.query(
      'select distinct currency from ledger_postings union select distinct currency from payments',
    )
    expect(rows).toEqual([{ currency: CURRENCY }])
  }, 600_000)
})

describe('with Stripe, whose webhooks arrive duplicated, late and out of order', () => {
  let stripe: StripeStandIn
  let world: MoneyWorld
  async function openWorld(taxCodes?: { image: string; video: string }): Promise<void> {
    let now = () => START
    stripe = await startStripe(() => now())
    world = await createMoneyWorld((clock) => {
      now = () => clock.now()
      return createStripeGateway({
        secretKey: stripe.secretKey,
        publishableKey: 'pk_test_1',
        webhookSecret: stripe.webhookSecret,
        apiUrl: stripe.origin,
        ...(taxCodes ? { taxCodes } : {}),
      })
    })
  }
  afterEach(async () => {
    await world.close()
    await stripe.close()
  })

  test('every sequence of acts keeps every invariant', async () => {
    await openWorld()
    await checkStories(world, deskOf(stripe, { delivers: false }), STORIES)
    await checkReach(world)
    await checkReferred(world)
    await checkReduced(world)
    expect(await stripe.list('tax.transaction')).toEqual([])
  }, 600_000)

  test('every sequence of acts keeps every invariant with tax in the price', async () => {
    await openWorld(TAX_CODES)
    await checkStories(world, deskOf(stripe, { delivers: false }), TAXED)
    await checkTaxed(world)
    // A cancelled authorisation is in no report.
    for (const { payment_intent: id } of await stripe.list('tax.transaction')) {
      expect((await stripe.get('payment_intent', id)).status).toBe('succeeded')
    }
  }, 600_000)
})
