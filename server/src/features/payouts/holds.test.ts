import type { ClaimKind } from '@vignette/contract/claim-words.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actAs } from '../../../test/support/create-test-ctx.ts'
import { recipeOf } from '../../../test/support/money/create-money-world.ts'
import {
  createPayoutWorld,
  type PayoutWorld,
} from '../../../test/support/money/create-payout-world.ts'
import { inTransaction, type Principal } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { claimItems, claimObjections } from '../../schema/claims.ts'
import { principals } from '../../schema/identity.ts'
import { payments } from '../../schema/payments.ts'
import { type HoldRow, payoutHolds } from '../../schema/payouts.ts'
import { decideClaim } from '../claims/decide-claim.ts'
import { claims as claimsFeature } from '../claims/feature.ts'
import { fileClaim } from '../claims/file-claim.ts'
import { publicHandle } from '../identity/index.ts'
import { performCapture } from '../payments/capture/capture.ts'
import { findCreator } from '../payments/find-creator.ts'
import { forgetInputs } from '../payments/forget-inputs.ts'
import { recordEvent } from '../payments/payment.ts'
import { performRefund } from '../payments/refunds/perform-refund.ts'
import { refundPayment } from '../payments/refunds/request-refund.ts'
import { sweepHolds } from './apply-hold-rules.ts'
import { liftHold, setHold } from './hold.ts'
import { listUnpaid } from './position.ts'
import { previewRun } from './preview-run.ts'
import { refreshAccount } from './refresh-account.ts'
import { startRun } from './start-run.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000

async function newCreator(): Promise<Principal> {
  const creator = await world.newPrincipal()
  await world.openAccount(creator)
  return creator
}

const visitor = () => world.newPrincipal('visitor')

/** A sale of $30.00, of which $21.00 is the creator's. */
async function sell(creator: Principal, buyer?: Principal): Promise<string> {
  const { id } = await world.deliverPaid({
    buyer: buyer ?? (await visitor()),
    recipe: recipeOf(creator, 3_000),
  })
  await performCapture(world.ctx, id)
  return id
}

async function sellMany(creator: Principal, count: number, buyer?: Principal): Promise<string[]> {
  const ids: string[] = []
  for (let sale = 0; sale < count; sale++) ids.push(await sell(creator, buyer))
  return ids
}

const linesOf = async ({ id }: Principal) =>
  (await listUnpaid(world.ctx, id)).map(({ reason, amount }) => `${reason} ${amount}`)

const holdsOf = ({ id }: Principal): Promise<HoldRow[]> =>
  world.database.db
    .select()
    .from(payoutHolds)
    .where(eq(payoutHolds.principalId, id))
    .orderBy(payoutHolds.id)

const run = async ({ id }: Principal) => {
  const made = await startRun(world.ctx, {
    dueAt: world.ctx.clock.now(),
    by: 'operator',
    only: [id],
  })
  world.wait(0.001)
  return made.payouts[0]?.amount
}

const mark = (id: string, set: Partial<typeof payments.$inferInsert>) =>
  world.database.db.update(payments).set(set).where(eq(payments.id, id))

const warn = (paymentId: string) =>
  inTransaction(world.ctx, (tx) => recordEvent(tx, paymentId, 'gateway.warning', {}))

test('a sale that the card network warns of is held, written down once, told once, and let go by its refund', async () => {
  const creator = await newCreator()
  const [, warned = ''] = await sellMany(creator, 2)
  world.wait(15)
  expect(await linesOf(creator)).toEqual(['next_run 4200'])
  await warn(warned)
  expect(await linesOf(creator)).toEqual(['held 2100', 'next_run 2100'])
  const preview = (await previewRun(world.ctx)).find((line) => line.principalId === creator.id)
  expect(preview).toMatchObject({ available: 4_200, payable: 2_100 })
  expect(await holdsOf(creator)).toEqual([])
  await Promise.all(Array.from({ length: 10 }, () => sweepHolds(world.ctx)))
  expect(await holdsOf(creator)).toMatchObject([
    { code: 'fraud_warning', cause: warned, amount: 2_100, setBy: 'rule', liftedAt: null },
  ])
  const { rows: told } = await world.database.pool.query(
    `select 1 from notices where owner_id = $1 and kind = 'payout_held'`,
    [creator.id],
  )
  expect(told).toHaveLength(1)
  expect(await run(creator)).toBe(2_100)
  const refund = await refundPayment(world.ctx, { paymentId: warned, reason: 'a warning' })
  await performRefund(world.ctx, refund.id)
  await sweepHolds(world.ctx)
  expect(await holdsOf(creator)).toMatchObject([{ liftedBy: 'rule' }])
})

test('a run looks for itself, and ten at once write one hold and pay the rest once', async () => {
  const creator = await newCreator()
  const [warned = ''] = await sellMany(creator, 2)
  world.wait(15)
  await warn(warned)
  const due = world.ctx.clock.now().getTime()
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      startRun(world.ctx, { dueAt: new Date(due + at), by: 'operator', only: [creator.id] }),
    ),
  )
  expect(await holdsOf(creator)).toHaveLength(1)
  expect(await linesOf(creator)).toEqual(['held 2100', 'in_transit 2100'])
})

test('a hold that an admin lifted is not set again for the same cause, but for a new cause', async () => {
  const creator = await newCreator()
  const [first = '', second = ''] = await sellMany(creator, 2)
  world.wait(15)
  await warn(first)
  await sweepHolds(world.ctx)
  const [hold] = await holdsOf(creator)
  await liftHold(world.ctx, hold?.id ?? '')
  await sweepHolds(world.ctx)
  expect(await linesOf(creator)).toEqual(['next_run 4200'])
  await warn(second)
  expect(await linesOf(creator)).toEqual(['held 2100', 'next_run 2100'])
})

test('rules leave an admin’s hold and a ban as they are', async () => {
  const creator = await newCreator()
  await sell(creator)
  world.wait(15)
  const hold = { principalId: creator.id, code: 'operator', setBy: 'admin' } as const
  await setHold(world.ctx, { ...hold, amount: 100, reason: 'A look.', until: null })
  await sweepHolds(world.ctx)
  expect(await holdsOf(creator)).toMatchObject([{ code: 'operator', liftedAt: null }])
  expect(await linesOf(creator)).toEqual(['held 100', 'next_run 2000'])
})

test('a sale to the creator’s own card, network or browser is held, and of the card only the mark is kept', async () => {
  const creator = await newCreator()
  const guest = await visitor()
  await sell(await newCreator(), creator)
  const byCard = await sell(creator)
  const byNetwork = await sell(creator)
  const other = await sell(creator)
  const own = await sell(creator, guest)
  await mark(byNetwork, { card: 'another', network: 'home' })
  await mark(other, { card: 'a third', network: 'elsewhere' })
  await mark(own, { card: 'a fourth' })
  await world.database.db
    .update(payments)
    .set({ network: 'home' })
    .where(eq(payments.buyerId, creator.id))
  world.wait(1.5)
  await forgetInputs.run(world.ctx)
  const rows = await world.database.db.select().from(payments)
  expect(rows.filter(({ card, network }) => card !== null || network !== null)).toEqual([])
  const likenessOf = (id: string) => rows.find((row) => row.id === id)?.likeness
  expect([byCard, byNetwork, other, own].map(likenessOf)).toEqual(['card', 'network', null, null])
  await world.database.db
    .update(principals)
    .set({ claimedBy: creator.id, claimedAt: world.ctx.clock.now() })
    .where(eq(principals.id, guest.id))
  world.wait(15)
  // Equal words with one date are one line: the card's and the browser's.
  expect(await linesOf(creator)).toEqual(['held 4200', 'held 2100', 'next_run 2100'])
  world.wait(16)
  expect(await linesOf(creator)).toEqual(['held 4200', 'next_run 4200'])
})

test('a week of which one buyer, or prepaid cards, paid more than two fifths is held by that part', async () => {
  const creator = await newCreator()
  const fan = await visitor()
  const many = await sellMany(creator, 8, fan)
  const others = await sellMany(creator, 12)
  world.wait(15)
  expect(await linesOf(creator)).toEqual([`next_run ${20 * 2_100}`])
  await mark(others[0] ?? '', { buyerId: fan.id })
  expect(await linesOf(creator)).toEqual([`held ${9 * 2_100}`, `next_run ${11 * 2_100}`])
  await mark(others[0] ?? '', { buyerId: creator.id })
  for (const id of [...many, others[1] ?? '']) await mark(id, { prepaid: true })
  const held = (await listUnpaid(world.ctx, creator.id)).filter(({ reason }) => reason === 'held')
  expect(held.reduce((sum, { amount }) => sum + amount, 0)).toBe(10 * 2_100)
})

test('from twenty sales on one dispute in a hundred makes recent sales wait, until it is won', async () => {
  const creator = await newCreator()
  const old = await sellMany(creator, 10)
  world.wait(20)
  const recent = await sellMany(creator, 10)
  world.wait(15)
  expect(await linesOf(creator)).toEqual([`next_run ${20 * 2_100}`])
  const open = async (id: string, paymentId: string) => {
    await world.database.pool.query(
      `insert into payment_disputes (id, payment_id, amount, fee, state, phase, reason, created_at)
       values ($1, $2, 100, 0, 'opened', 'needs_response', 'general', $3)`,
      [id, paymentId, world.ctx.clock.now()],
    )
  }
  await open('dp_1', old[0] ?? '')
  expect(await linesOf(creator)).toEqual([`held ${10 * 2_100}`, `next_run ${10 * 2_100}`])
  for (const at of [1, 2, 3]) await open(`dp_more_${at}`, recent[at] ?? '')
  expect(await linesOf(creator)).toEqual([`held ${20 * 2_100}`])
  await world.database.pool.query(`update payment_disputes set state = 'won', closed_at = now()`)
  expect(await linesOf(creator)).toEqual([`next_run ${20 * 2_100}`])
})

test('a bank that takes another’s place waits 48 hours, an account’s first bank does not', async () => {
  const creator = await newCreator()
  await sell(creator)
  world.wait(15)
  expect(await linesOf(creator)).toEqual(['next_run 2100'])
  world.vendor.setAccount(`acct_${creator.id}`, 'ready', '4321')
  await refreshAccount(world.ctx, `acct_${creator.id}`)
  expect(await linesOf(creator)).toEqual(['held 2100'])
  world.wait(1.9)
  expect(await run(creator)).toBeUndefined()
  world.wait(0.2)
  expect(await run(creator)).toBe(2_100)
})

test('a new bank is no cause for a hold where the old bank sent the money back', async () => {
  const creator = await newCreator()
  await sell(creator)
  world.wait(15)
  expect(await run(creator)).toBe(2_100)
  await world.database.pool.query(
    `update payouts set state = 'in_transit', transfer_id = id::text where principal_id = $1`,
    [creator.id],
  )
  await world.database.pool.query(
    `update payouts set state = 'returned', reversed = amount where principal_id = $1`,
    [creator.id],
  )
  world.vendor.setAccount(`acct_${creator.id}`, 'ready', '4321')
  const account = await refreshAccount(world.ctx, `acct_${creator.id}`)
  expect(account).toMatchObject({ bankLast4: '4321', bankChangedAt: null })
})

test('a creator is found by username, by the handle of a creator without one, and by id', async () => {
  const [named, unnamed] = [await newCreator(), await newCreator()]
  await world.database.db
    .update(principals)
    .set({ username: 'ada.l' })
    .where(eq(principals.id, named.id))
  await sell(unnamed)
  const find = async (text: string) => (await findCreator(world.ctx, text))?.id
  expect(await find('@Ada.L')).toBe(named.id)
  expect(await find(named.id.toUpperCase())).toBe(named.id)
  expect(await find(publicHandle({ ...unnamed, username: null }))).toBe(unnamed.id)
  expect(await find('guest-nobody')).toBeUndefined()
  expect(await find('ada')).toBeUndefined()
})

test('an account of less than a week is not paid, though its visitor’s sales have cleared', async () => {
  const guest = await visitor()
  await sell(guest)
  world.wait(15)
  const creator = await newCreator()
  await world.database.db
    .update(principals)
    .set({ claimedBy: creator.id, claimedAt: world.ctx.clock.now() })
    .where(eq(principals.id, guest.id))
  expect(await run(creator)).toBeUndefined()
  expect(await linesOf(creator)).toEqual(['held 2100'])
  world.wait(5)
  expect(await run(creator)).toBe(2_100)
})

describe('a claim of copyright', () => {
  beforeAll(() => world.ctx.queue.declare(claimsFeature.tasks ?? []))

  /** Sales of one recipe, $21.00 each for its creator, and a claim that names the recipe. */
  async function claimedRecipe(creator: Principal) {
    const recipe = recipeOf(creator, 3_000)
    const sellOne = async () => {
      const { id } = await world.deliverPaid({ buyer: await visitor(), recipe })
      await performCapture(world.ctx, id)
      return id
    }
    const come = async (kind: ClaimKind = 'copyright') => {
      const form = {
        work: 'w',
        reason: 'r',
        contact: 'c',
        signature: newId(),
        email: 'a@example.com',
      }
      const claim = await fileClaim(world.ctx, kind, { ...form, places: '/x', sworn: true })
      await world.database.db.insert(claimItems).values({
        id: newId(),
        claimId: claim.id,
        subjectType: 'workflow',
        subjectId: recipe.workflowId,
        ownerId: creator.id,
        changedAt: world.clock.now(),
      })
      return claim.id
    }
    return { sellOne, come }
  }

  const asAdmin = async () =>
    actAs(world.ctx, { ...(await world.newPrincipal()), admin: true, roles: ['admin'] })
  const decide = async (id: string, action: 'hide' | 'take_down' | 'reject') =>
    decideClaim(await asAdmin(), id, { action, statement: 'because' })

  test('holds what had not cleared when it came, says so before and after it clears, and lets it go when it is rejected', async () => {
    const creator = await newCreator()
    const { sellOne, come } = await claimedRecipe(creator)
    await sellOne()
    world.wait(15)
    await sellOne()
    await sell(creator)
    const id = await come()
    expect(await linesOf(creator)).toEqual(['new_creator 4200', 'next_run 2100'])
    await decide(id, 'hide')
    expect(await linesOf(creator)).toEqual(['new_creator 2100', 'held 2100', 'next_run 2100'])
    world.wait(15)
    const [line] = await listUnpaid(world.ctx, creator.id)
    expect(line).toMatchObject({ reason: 'held', amount: 2_100, date: null })
    expect(line?.words).toContain('A claim of copyright keeps a recipe of yours down')
    expect(await run(creator)).toBe(4_200)
    expect(await holdsOf(creator)).toMatchObject([{ code: 'claim', amount: 2_100, until: null }])
    await decide(id, 'reject')
    expect(await linesOf(creator)).toEqual(['next_run 2100', 'in_transit 4200'])
    await sweepHolds(world.ctx)
    expect(await holdsOf(creator)).toMatchObject([{ code: 'claim', liftedBy: 'rule' }])
  })

  test('that stands holds 90 days more, of which refunds take theirs, and then the rest is paid', async () => {
    const creator = await newCreator()
    const { sellOne, come } = await claimedRecipe(creator)
    const [back] = [await sellOne(), await sellOne()]
    const id = await come()
    await decide(id, 'take_down')
    world.wait(15)
    expect(await linesOf(creator)).toEqual(['held 4200'])
    const [line] = await listUnpaid(world.ctx, creator.id)
    expect((line?.date?.getTime() ?? 0) - world.clock.now().getTime()).toBeCloseTo(75 * DAY, -6)
    const refund = await refundPayment(world.ctx, { paymentId: back, reason: 'taken down' })
    await performRefund(world.ctx, refund.id)
    expect(await linesOf(creator)).toEqual(['held 2100'])
    expect(await run(creator)).toBeUndefined()
    // A counter-notice that waits keeps the end open.
    const [objection] = await world.database.db
      .insert(claimObjections)
      .values({
        id: newId(),
        claimId: id,
        ownerId: creator.id,
        text: 'x',
        createdAt: world.clock.now(),
      })
      .returning()
    world.wait(80)
    expect(await linesOf(creator)).toEqual(['held 2100'])
    const refused = { outcome: 'refused', decidedAt: world.clock.now() } as const
    await world.database.db
      .update(claimObjections)
      .set(refused)
      .where(eq(claimObjections.id, objection?.id ?? ''))
    world.wait(89)
    expect(await linesOf(creator)).toEqual(['held 2100'])
    world.wait(2)
    expect(await run(creator)).toBe(2_100)
  })

  test('holds nothing for another right, and nothing more once an admin has lifted it', async () => {
    const creator = await newCreator()
    const { sellOne, come } = await claimedRecipe(creator)
    await sellOne()
    world.wait(10)
    await sellOne()
    await decide(await come('trademark'), 'hide')
    world.wait(5)
    expect(await linesOf(creator)).toEqual(['new_creator 2100', 'next_run 2100'])
    const late = await claimedRecipe(creator)
    await late.sellOne()
    await decide(await late.come(), 'hide')
    world.wait(15)
    await sweepHolds(world.ctx)
    const [hold] = await holdsOf(creator)
    await liftHold(await asAdmin(), hold?.id ?? '')
    await sweepHolds(world.ctx)
    expect(await linesOf(creator)).toEqual(['next_run 6300'])
    expect(await holdsOf(creator)).toHaveLength(1)
  })

  test('and a payout at the same moment: what was hidden first is held whole, and no cent is lost or paid twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const creator = await newCreator()
      const { sellOne, come } = await claimedRecipe(creator)
      await sellOne()
      const id = await come()
      world.wait(15)
      const [paid] = await Promise.all([run(creator), decide(id, 'hide'), run(creator)])
      const lines = await linesOf(creator)
      expect([['held 2100'], ['in_transit 2100']]).toContainEqual(lines.slice(0, 1))
      expect(lines).toHaveLength(1)
      expect(await run(creator)).toBeUndefined()
      if (paid) expect(paid).toBe(2_100)
    }
    const { rows } = await world.database.pool.query<{ sum: string }>(
      'select sum(amount) as sum from ledger_postings',
    )
    expect(rows).toEqual([{ sum: '0' }])
  })

  test('killed before its end holds nothing', async () => {
    const creator = await newCreator()
    const { sellOne, come } = await claimedRecipe(creator)
    await sellOne()
    const id = await come()
    world.wait(15)
    const admin = await asAdmin()
    const broken = {
      ...admin,
      queue: { ...admin.queue, send: () => Promise.reject(new Error('killed')) },
    }
    await expect(
      decideClaim(broken, id, { action: 'take_down', statement: 'because' }),
    ).rejects.toThrow('killed')
    expect(await linesOf(creator)).toEqual(['next_run 2100'])
  })
})
