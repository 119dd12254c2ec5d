import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, inTransaction, type Principal } from '../../src/ctx.ts'
import { currentBook, postJobCost } from '../../src/features/payments/index.ts'
import { settlePayment } from '../../src/features/payments/settle-payment.ts'
import { adjustBalance, bookPayoutCost } from '../../src/features/payouts/adjustment.ts'
import { comparePayouts } from '../../src/features/payouts/compare-payouts.ts'
import { checkAccount } from '../../src/features/payouts/refresh-account.ts'
import { reversePayout } from '../../src/features/payouts/reverse-payout.ts'
import { sendPayout } from '../../src/features/payouts/send-payout.ts'
import { writeOffDebts } from '../../src/features/payouts/write-off-debts.ts'
import { newId } from '../../src/platform/ids.ts'
import type { GatewayDispute, GatewayPayment, Tax } from '../../src/providers/payments/spec.ts'
import { ENTRY_KINDS } from '../../src/schema/ledger-kinds.ts'
import { payments } from '../../src/schema/payments.ts'
import { createPayoutWorld, type PayoutWorld } from '../support/money/create-payout-world.ts'
import { payNow, transfersOf } from '../support/money/pay-creators.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

/** What the story calls its people and things, by id. */
const names = new Map<string, string>()

async function name(what: string, kind: 'user' | 'visitor'): Promise<Principal> {
  const principal = await world.newPrincipal(kind)
  names.set(principal.id, what)
  return principal
}

type Sold = Partial<typeof payments.$inferInsert> & { amount: number; taxes?: Tax[] }

/** A payment whose capture was requested, and the gateway's view of it, which the story changes. */
async function sell(what: string, buyer: Principal, sold: Sold): Promise<GatewayPayment> {
  const now = world.clock.now()
  const id = newId()
  const workflowId = newId()
  names.set(id, what)
  names.set(workflowId, `the recipe of ${what}`)
  const jobId = newId()
  names.set(jobId, `the run of ${what}`)
  const { amount, taxes = [], state = 'capture_requested' } = sold
  await world.ctx.db.insert(payments).values({
    id,
    buyerId: buyer.id,
    workflowId,
    workflowVersion: 1,
    workflowName: 'Portrait',
    license: 'personal',
    sharePercent: 70,
    tax: taxes.reduce((sum, tax) => sum + tax.amount, 0),
    currency: 'usd',
    gateway: world.ctx.gateway.id,
    testMode: true,
    sessionId: `session ${id}`,
    intentId: `intent ${id}`,
    public: false,
    createdAt: now,
    sessionExpiresAt: now,
    authorizedAt: now,
    movedAt: now,
    ...sold,
    state: 'created',
  })
  const move = (set: Partial<Sold>) =>
    world.ctx.db.update(payments).set(set).where(eq(payments.id, id))
  await move({ state: 'authorized' })
  await move(state === 'capture_requested' ? { state, jobId, creationId: newId() } : { state })
  return {
    sessionId: `session ${id}`,
    intentId: `intent ${id}`,
    paymentId: id,
    state: 'captured',
    amount,
    capturedAmount: amount,
    currency: 'usd',
    taxes,
    fee: null,
    refunds: [],
    disputes: [],
    metadata: {},
    captureBefore: null,
    card: null,
  }
}

/** The gateway says this of the payment, told twice. */
async function say(view: GatewayPayment, change: Partial<GatewayPayment> = {}): Promise<void> {
  Object.assign(view, change)
  const gateway = { ...world.ctx.gateway, find: () => Promise.resolve(view) }
  const ctx: Ctx = { ...world.ctx, gateway }
  for (let time = 0; time < 2; time++) await settlePayment(ctx, view.paymentId ?? '', view)
}

const dispute = (id: string, amount: number): GatewayDispute => ({
  id,
  amount,
  state: 'opened',
  phase: 'needs_response',
  reason: 'fraudulent',
  dueBy: null,
  fee: 1_500,
})

const refund = (id: string, amount: number) =>
  ({ id, refundId: null, amount, state: 'succeeded' }) as const

async function endRun(
  what: string,
  cost: Omit<Parameters<typeof postJobCost>[1], 'jobId'>,
): Promise<void> {
  const jobId = newId()
  names.set(jobId, what)
  await inTransaction(world.ctx, (tx) => postJobCost(tx, { jobId, ...cost }))
}

/** Every row of the ledger in the order of posting, without what differs from run to run. */
async function printLedger(): Promise<string> {
  const { rows } = await world.database.pool.query<{ text: string }>(
    `select concat_ws(' | ', e.kind, e.key, e.subject_type, e.subject_id,
        'payment ' || coalesce(e.payment_id::text, 'none'),
        'recipe ' || coalesce(e.workflow_id::text, 'none'), e.amount, e.currency, e.book,
        to_char(e.occurred_at at time zone 'utc', 'MM-DD HH24:MI:SS.MS')) || E'\n' ||
      string_agg('  ' || concat_ws(' | ', a.kind, a.owner_id, a.jurisdiction, p.amount,
        'share ' || p.share_percent, 'clears ' || to_char(p.clears_at at time zone 'utc', 'MM-DD'),
        'commission ' || p.commission_percent, 'covered ' || p.commission_covered,
        nullif(concat(p.currency, p.book, a.currency, a.book),
          concat(e.currency, e.book, e.currency, e.book))), E'\n' order by p.id) as text
     from ledger_entries e
     join ledger_postings p on p.entry_id = e.id
     join ledger_accounts a on a.id = p.account_id
     group by e.id order by e.seq`,
  )
  const text = rows.map((row) => row.text).join('\n')
  const named = names.size
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!names.has(id)) names.set(id, `#${names.size - named + 1}`)
      return names.get(id) ?? ''
    })
    .replaceAll(currentBook(world.ctx), 'the test book')
}

test('every kind of entry is posted as ledger-story.txt tells', async () => {
  const { ctx, vendor } = world
  const buyer = await name('buyer', 'visitor')
  const guest = await name('guest', 'visitor')
  const fan = await name('fan', 'user')
  const creator = await name('creator', 'user')
  await world.openAccount(creator)

  const plain = await sell('the plain sale', buyer, {
    amount: 300,
    creatorId: guest.id,
    providerCost: 5,
  })
  await say(plain)
  await say(plain, { fee: 39 })
  const partial = refund('re_1', 100)
  await say(plain, { refunds: [partial] })
  await say(plain, { refunds: [{ ...partial, state: 'failed' }] })
  await say(plain, { refunds: [{ ...partial, state: 'failed' }, refund('re_2', 101)] })
  await say(plain, { refunds: [...plain.refunds, refund('re_3', 199)] })

  const austria: Tax = { jurisdiction: 'AT', name: 'VAT', amount: 667 }
  const referred = await sell('the referred sale', buyer, {
    amount: 4_000,
    creatorId: creator.id,
    referrerId: fan.id,
    referralPercent: 5,
    providerCost: 7,
    taxes: [austria],
  })
  await say(referred, { fee: 146 })
  await say(referred, { refunds: [refund('re_4', 333)] })
  const doubted = dispute('du_1', 3_667)
  await say(referred, { disputes: [doubted] })
  await say(referred, { disputes: [{ ...doubted, state: 'won', phase: 'ended', fee: 0 }] })

  const canada: Tax[] = [
    { jurisdiction: 'CA', name: 'GST', amount: 217 },
    { jurisdiction: 'CA-QC', name: 'QST', amount: 433 },
  ]
  const appealed = await sell('the appealed sale', buyer, {
    amount: 5_000,
    creatorId: creator.id,
    taxes: canada,
  })
  await say(appealed)
  const stand = (state: GatewayDispute['state'], amount: number, fee = 1_500) =>
    say(appealed, { disputes: [{ ...dispute('du_2', amount), state, fee }] })
  await stand('opened', 5_000)
  await stand('lost', 5_000)
  await stand('won', 5_000)
  await stand('lost', 2_000)
  await stand('opened', 2_000, 500)
  await stand('opened', 1_000, 500)
  await stand('lost', 1_000, 500)

  const undelivered = await sell('the undelivered sale', buyer, {
    amount: 250,
    creatorId: creator.id,
    state: 'release_requested',
  })
  await say(undelivered, { fee: 38 })
  await say(undelivered, { refunds: [refund('re_5', 250)] })
  const own = await sell('the own run', creator, {
    sharePercent: 0,
    amount: 200,
    taxes: [{ ...austria, amount: 33 }],
  })
  await say(own, { fee: 36 })

  await endRun('the run that failed', { ...costOf(plain), costCents: 2 })
  await endRun('the test of a draft', { paymentId: null, workflowId: null, costCents: 3 })
  const giver = { principalId: creator.id, book: currentBook(ctx) }
  const { workflowId } = costOf(own)
  await endRun('the free run', { paymentId: null, workflowId, giver, costCents: 5 })
  await adjustBalance(ctx, { principalId: creator.id, amount: 500, reason: 'A gift.' })
  await adjustBalance(ctx, { principalId: creator.id, amount: -200, reason: 'A mistake.' })
  await bookPayoutCost(ctx, { amount: 225, reference: 'INV-1' })

  world.wait(15)
  const pay = async (what: string) => {
    const payout = await payNow(world, creator)
    names.set(payout.id, what)
    return payout
  }
  const takenBack = async (amount: number) => {
    vendor.takeBack(transfersOf(world, creator).at(-1)?.transferId ?? '', amount)
    await checkAccount(ctx, `acct_${creator.id}`)
  }
  const returned = await pay('the returned payout')
  await sendPayout(ctx, returned.id)
  await takenBack(600)
  await takenBack(returned.amount - 600)
  world.wait(1)
  const reversed = await pay('the reversed payout')
  await sendPayout(ctx, reversed.id)
  await reversePayout(ctx, reversed.id, 'The wrong account.')
  world.wait(1)
  const refused = await pay('the refused payout')
  vendor.faults = ['refused']
  await sendPayout(ctx, refused.id)
  await vendor.transfer({ ...refused, payoutId: refused.id, idempotencyKey: 'late' })
  await comparePayouts(ctx)

  await adjustBalance(ctx, { principalId: creator.id, amount: -9_000, reason: 'A debt.' })
  world.wait(100)
  await writeOffDebts(ctx)

  const ledger = await printLedger()
  for (const kind of ENTRY_KINDS) expect(ledger).toMatch(new RegExp(`^${kind} `, 'm'))
  await expect(`${ledger}\n`).toMatchFileSnapshot('ledger-story.txt')
})

function costOf({ paymentId }: GatewayPayment): { paymentId: string | null; workflowId: string } {
  const recipe = `the recipe of ${names.get(paymentId ?? '')}`
  const [workflowId = ''] = [...names].find(([, what]) => what === recipe) ?? []
  return { paymentId, workflowId }
}
