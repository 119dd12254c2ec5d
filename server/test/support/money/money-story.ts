import { gte } from 'drizzle-orm'
import fc from 'fast-check'
import { inTransaction, type Principal } from '../../../src/ctx.ts'
import { declineProof } from '../../../src/features/payments/capture/decline-proof.ts'
import { keepProof } from '../../../src/features/payments/capture/keep-proof.ts'
import { performCapture } from '../../../src/features/payments/capture/perform-capture.ts'
import { performRelease } from '../../../src/features/payments/capture/perform-release.ts'
import { releasePayment } from '../../../src/features/payments/capture/release-payment.ts'
import { attachJob } from '../../../src/features/payments/checkout/attach-job.ts'
import { drawAgain } from '../../../src/features/payments/checkout/draw-again.ts'
import { getPaymentSession } from '../../../src/features/payments/checkout/get-payment-session.ts'
import { findBySession } from '../../../src/features/payments/checkout/queries.ts'
import { signLedBy } from '../../../src/features/payments/led-by.ts'
import { processEvent } from '../../../src/features/payments/reconcile/process-event.ts'
import { receiveWebhook } from '../../../src/features/payments/reconcile/receive-webhook.ts'
import { sweepPayments } from '../../../src/features/payments/reconcile/sweep-payments.ts'
import { performRefund } from '../../../src/features/payments/refunds/perform-refund.ts'
import { listRefunds } from '../../../src/features/payments/refunds/queries.ts'
import { refundPayment } from '../../../src/features/payments/refunds/refund-payment.ts'
import { webhookEvents } from '../../../src/features/payments/tables.ts'
import { AppError } from '../../../src/platform/http/app-error.ts'
import { newId } from '../../../src/platform/ids.ts'
import { actAs } from '../create-test-ctx.ts'
import { type MoneyWorld, type Recipe, type Run, recipeOf } from './create-money-world.ts'
import type { GatewayDesk } from './gateway-desk.ts'

const HOUR = 3_600_000

const BEFORE = [
  'checkout',
  'pay',
  'return',
  'run',
  'fail',
  'deliver',
  'keep',
  'decline',
  'draw again',
  'release',
  'a day passes',
  'a week passes',
] as const
const ALWAYS = ['work', 'work twice at once', 'news'] as const
const AFTER = [
  'refund',
  'refund in part',
  'fail refund',
  'dispute',
  'inquiry',
  'take after inquiry',
  'win dispute',
  'lose dispute',
  'change dispute',
] as const
type Deed = (typeof BEFORE | typeof ALWAYS | typeof AFTER)[number]

export interface Act {
  what: Deed
  /** The index of the payment. */
  which: number
  /** An amount, or the order in which webhooks arrive. */
  amount: number
}

/** A failed run takes two deeds in order, so both come twice as often. */
const RUNS = ['run', 'fail'] as const

const actsOf = (deeds: readonly Deed[]) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...deeds),
      which: fc.nat(2),
      amount: fc.integer({ min: 1, max: 100_000 }),
    }),
    { maxLength: 12, size: 'max' },
  )

interface Told {
  price: number
  /** The proofs that each sale offers. */
  draws: number
  acts: Act[]
}

/** A sale that succeeds up to some step, then possible actions before and after the capture. */
const USUAL = ['checkout', 'pay', 'news', 'run', 'deliver', 'keep', 'work'] as const

export const anyStory = fc
  .tuple(
    fc.record({ price: fc.integer({ min: 50, max: 100_000 }), draws: fc.constantFrom(0, 0, 1, 3) }),
    fc.nat(USUAL.length),
    actsOf([...BEFORE, ...RUNS, ...ALWAYS]),
    fc.constantFrom('sold', 'sold', 'begun', 'begun', 'lapsed'),
    actsOf([...AFTER, ...ALWAYS]),
    actsOf([...BEFORE, ...RUNS, ...ALWAYS, ...AFTER]),
  )
  .map(([{ price, draws }, done, first, how, then, last]): Told => {
    const usual = (count: number) =>
      USUAL.slice(0, count).map((what) => ({ what, which: 0, amount: price }))
    return {
      price,
      draws,
      acts:
        how === 'begun'
          ? [...usual(done), ...first, ...then, ...last]
          : [
              ...usual(USUAL.length - 1),
              // The hold of a card ends within a week, so the capture comes too late.
              ...(how === 'lapsed'
                ? [{ what: 'a week passes' as const, which: 0, amount: 1 }]
                : []),
              { what: 'work', which: 0, amount: price },
              ...then,
              ...last,
            ],
    }
  })

export interface Sale {
  paymentId: string
  sessionId: string
  run: Run | null
  /** The creation whose proof was delivered last. */
  proof: string | null
  delivered: string[]
}

export interface Story {
  recipe: Recipe
  sales: Sale[]
  /** Carries out the act; an act that the rules refuse changes nothing. */
  act(act: Act): Promise<void>
  /** Finishes all tasks and delivers every webhook twice and out of order. */
  settle(): Promise<void>
}

/** Half of the stories begin at a fan's link, a quarter at a link of the recipe's own creator. */
async function chooseReferrer(
  world: MoneyWorld,
  recipe: Recipe,
  price: number,
): Promise<string | undefined> {
  if (price % 4 === 0) return undefined
  return price % 4 === 3 ? recipe.ownerId : (await world.newPrincipal()).id
}

export async function beginStory(
  world: MoneyWorld,
  desk: GatewayDesk,
  { price, draws }: Pick<Told, 'price' | 'draws'>,
): Promise<Story> {
  const { ctx } = world
  const buyer: Principal = await world.newPrincipal('visitor')
  const recipe = recipeOf(await world.newPrincipal(), price, draws)
  const sales: Sale[] = []
  const asBuyer = actAs(ctx, buyer)
  const referrer = await chooseReferrer(world, recipe, price)
  // Stories share a database, so each story begins after the last webhook of the previous one.
  world.clock.advance(1000)
  const begun = world.clock.now()
  const earlier = desk.countEvents()

  /** Delivers some of the webhooks so far, duplicated, late and out of order. */
  async function news(order: number, all: boolean): Promise<void> {
    const mix = <T>(items: T[]) =>
      items
        .map((item, index) => ({ item, at: ((index + 1) * (order + 7919)) % 104_729 }))
        .toSorted((one, other) => one.at - other.at)
        .filter((_, index) => all || (index + order) % 3 > 0)
        .map(({ item }) => item)
    for (const { rawBody, headers } of mix(desk.events(earlier))) {
      await receiveWebhook(ctx, { gateway: ctx.gateway.id, rawBody, headers })
    }
    const kept = await ctx.db
      .select()
      .from(webhookEvents)
      .where(gte(webhookEvents.receivedAt, begun))
      .orderBy(webhookEvents.id)
    for (const { gateway, id } of mix(kept)) await processEvent(ctx, gateway, id)
  }

  /** Runs the tasks that a worker would run. */
  async function work(): Promise<void> {
    for (const { paymentId } of sales) {
      await performCapture(ctx, paymentId)
      await performRelease(ctx, paymentId)
      for (const refund of await listRefunds(ctx, paymentId)) await performRefund(ctx, refund.id)
    }
  }

  async function doAct({ what, which, amount }: Act): Promise<void> {
    if (what === 'checkout') {
      const ledBy = referrer && signLedBy(ctx, { referrerId: referrer, since: begun }, undefined)
      const sessionId = await world.checkout({ buyer, recipe, ...(ledBy && { from: { ledBy } }) })
      const row = await findBySession(ctx, buyer.id, sessionId)
      if (!row) throw new Error('no such payment')
      sales.push({ paymentId: row.id, sessionId, run: null, proof: null, delivered: [] })
    }
    const sale = sales[which % Math.max(1, sales.length)]
    if (!sale) return
    const { paymentId, sessionId } = sale
    const part = (amount % price) + 1
    const refund = async (cents?: number) => {
      const { id } = await refundPayment(ctx, { paymentId, amount: cents, reason: 'a test' })
      // The other half waits for the refund's task.
      if (amount % 2 === 0) await performRefund(ctx, id)
    }
    const deeds: Partial<Record<Act['what'], () => Promise<unknown>>> = {
      pay: () => desk.pay(sessionId),
      return: () => getPaymentSession(asBuyer, sessionId),
      run: async () => {
        const run = await world.startRun(buyer, recipe, sessionId)
        sale.run = run
      },
      fail: async () => {
        if (sale.run) await world.fail(sale.run)
      },
      deliver: async () => {
        if (!sale.run) return
        const creationId = await world.deliver(sale.run)
        if (draws > 0) sale.proof = creationId
        else sale.delivered.push(creationId)
      },
      keep: async () => {
        const { proof } = sale
        if (!proof) return
        await inTransaction(ctx, (tx) => keepProof(tx, proof))
        sale.delivered.push(proof)
      },
      decline: async () => {
        const { proof } = sale
        if (proof) await inTransaction(ctx, (tx) => declineProof(tx, proof))
      },
      'draw again': async () => {
        const { proof } = sale
        if (!proof) return
        const run = { paymentId, jobId: newId() }
        await inTransaction(ctx, async (tx) => {
          await drawAgain(tx, proof)
          await attachJob(tx, run)
        })
        sale.run = run
      },
      work,
      'work twice at once': () => Promise.all([work(), work(), news(amount, false)]),
      news: () => news(amount, false),
      release: () => releasePayment(asBuyer, paymentId),
      refund: () => refund(),
      'refund in part': () => refund(part),
      'fail refund': () => desk.failRefund(sessionId),
      dispute: () => desk.openDispute(sessionId, part),
      inquiry: () => desk.inquire(sessionId, part),
      'take after inquiry': () => desk.escalate(sessionId),
      'win dispute': () => desk.closeDispute(sessionId, 'won'),
      'lose dispute': () => desk.closeDispute(sessionId, 'lost'),
      'change dispute': () => desk.changeDispute(sessionId, part),
      'a day passes': () => pass(25),
      'a week passes': () => pass(8 * 24),
    }
    await deeds[what]?.()
  }

  async function pass(hours: number): Promise<void> {
    world.clock.advance(hours * HOUR)
    await sweepPayments(ctx)
  }

  return {
    recipe,
    sales,
    async act(act) {
      try {
        await doAct(act)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
    async settle() {
      for (const { run } of sales) if (run) await world.fail(run)
      for (const order of [1, 5]) {
        await news(order, true)
        await work()
      }
      await news(3, true)
    },
  }
}
