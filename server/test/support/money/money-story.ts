import { gte } from 'drizzle-orm'
import fc from 'fast-check'
import type { Principal } from '../../../src/ctx.ts'
import { performCapture } from '../../../src/features/payments/capture/perform-capture.ts'
import { performRelease } from '../../../src/features/payments/capture/perform-release.ts'
import { releasePayment } from '../../../src/features/payments/capture/release-payment.ts'
import { getPaymentSession } from '../../../src/features/payments/checkout/get-payment-session.ts'
import { findBySession } from '../../../src/features/payments/checkout/queries.ts'
import { processEvent } from '../../../src/features/payments/reconcile/process-event.ts'
import { receiveWebhook } from '../../../src/features/payments/reconcile/receive-webhook.ts'
import { sweepPayments } from '../../../src/features/payments/reconcile/sweep-payments.ts'
import { performRefund } from '../../../src/features/payments/refunds/perform-refund.ts'
import { listRefunds } from '../../../src/features/payments/refunds/queries.ts'
import { refundPayment } from '../../../src/features/payments/refunds/refund-payment.ts'
import { webhookEvents } from '../../../src/features/payments/tables.ts'
import { AppError } from '../../../src/platform/http/app-error.ts'
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

const actsOf = (deeds: readonly Deed[]) =>
  fc.array(
    fc.record({
      what: fc.constantFrom(...deeds),
      which: fc.nat(2),
      amount: fc.integer({ min: 1, max: 100_000 }),
    }),
    { maxLength: 12, size: 'max' },
  )

/** A sale that succeeds up to some step, then possible actions before and after the capture. */
const USUAL = ['checkout', 'pay', 'news', 'run', 'deliver', 'work'] as const

export const anyStory = fc
  .tuple(
    fc.integer({ min: 50, max: 100_000 }),
    fc.nat(USUAL.length),
    actsOf([...BEFORE, ...ALWAYS]),
    fc.boolean(),
    actsOf([...AFTER, ...ALWAYS]),
    actsOf([...BEFORE, ...ALWAYS, ...AFTER]),
  )
  .map(([price, done, first, sold, then, last]): { price: number; acts: Act[] } => {
    const usual = (count: number) =>
      USUAL.slice(0, count).map((what) => ({ what, which: 0, amount: price }))
    return {
      price,
      acts: sold
        ? [...usual(USUAL.length), ...then, ...last]
        : [...usual(done), ...first, ...then, ...last],
    }
  })

export interface Sale {
  paymentId: string
  sessionId: string
  run: Run | null
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

export async function beginStory(
  world: MoneyWorld,
  desk: GatewayDesk,
  price: number,
): Promise<Story> {
  const { ctx } = world
  const buyer: Principal = await world.newPrincipal('visitor')
  const recipe = recipeOf(await world.newPrincipal(), price)
  const sales: Sale[] = []
  const asBuyer = actAs(ctx, buyer)
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
      const sessionId = await world.checkout({ buyer, recipe })
      const row = await findBySession(ctx, buyer.id, sessionId)
      if (!row) throw new Error('no such payment')
      sales.push({ paymentId: row.id, sessionId, run: null, delivered: [] })
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
        if (sale.run) sale.delivered.push(await world.deliver(sale.run))
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
