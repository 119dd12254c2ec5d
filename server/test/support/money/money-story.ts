import { gte } from 'drizzle-orm'
import { expect } from 'vitest'
import { inTransaction, type Principal } from '../../../src/ctx.ts'
import { performCapture } from '../../../src/features/payments/capture/capture.ts'
import {
  performRelease,
  releasePayment,
} from '../../../src/features/payments/capture/release-payment.ts'
import { findBySession } from '../../../src/features/payments/checkout/authorisation.ts'
import { attachJob } from '../../../src/features/payments/checkout/claim-payment.ts'
import { getPaymentSession } from '../../../src/features/payments/checkout/payment-session.ts'
import {
  declineProof,
  drawAgain,
  keepProof,
  type ShownProof,
} from '../../../src/features/payments/checkout/proof.ts'
import {
  processEvent,
  receiveWebhook,
} from '../../../src/features/payments/reconcile/receive-webhook.ts'
import { sweepPayments } from '../../../src/features/payments/reconcile/sweep-payments.ts'
import { signLedBy } from '../../../src/features/payments/referral.ts'
import { performRefund } from '../../../src/features/payments/refunds/perform-refund.ts'
import { listRefunds } from '../../../src/features/payments/refunds/refund.ts'
import { refundPayment } from '../../../src/features/payments/refunds/request-refund.ts'
import { AppError } from '../../../src/platform/http/app-error.ts'
import { newId } from '../../../src/platform/ids.ts'
import { webhookEvents } from '../../../src/schema/payments.ts'
import { actAs } from '../create-test-ctx.ts'
import type { Act, Told } from './any-story.ts'
import type { MoneyWorld, Recipe, Run } from './create-money-world.ts'
import type { GatewayDesk } from './gateway-desk.ts'
import { countUsesOf, makeOffer, type OfferedCode } from './offer.ts'

const HOUR = 3_600_000

export interface Sale {
  paymentId: string
  sessionId: string
  buyer: Principal
  /** What the buyer was to pay. */
  price: number
  byCode: boolean
  run: Run | null
  /** The proofs in the order of their delivery, with the end of the time to decide. */
  proofs: (ShownProof & { until: Date })[]
  delivered: string[]
}

export interface Story {
  recipe: Recipe
  sales: Sale[]
  buyers: readonly Principal[]
  code: OfferedCode | undefined
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

/** How many of these buyers may use the code now, one use each. */
async function countLeft(
  world: MoneyWorld,
  code: OfferedCode,
  buying: readonly Principal[],
): Promise<number> {
  if (!code.helps) return 0
  const own = await Promise.all(buying.map(({ id }) => countUsesOf(world, code.id, id)))
  const may = own.filter((uses) => uses < code.perBuyer).length
  return Math.min(may, code.total - (await countUsesOf(world, code.id)))
}

export async function beginStory(
  world: MoneyWorld,
  desk: GatewayDesk,
  { price, draws, ...offer }: Omit<Told, 'acts'>,
): Promise<Story> {
  const { ctx } = world
  const buyers = [await world.newPrincipal('visitor'), await world.newPrincipal('visitor')]
  const offered = await makeOffer(world, await world.newPrincipal(), { price, draws, ...offer })
  const { recipe, code } = offered
  const sales: Sale[] = []
  const referrer = await chooseReferrer(world, recipe, price)
  // Stories share a database, so each story begins after the last webhook of the previous one.
  world.clock.advance(1000)
  const begun = world.clock.now()
  const earlier = await desk.countEvents()

  /** Delivers some of the webhooks so far, duplicated, late and out of order. */
  async function news(order: number, all: boolean): Promise<void> {
    const mix = <T>(items: T[]) =>
      items
        .map((item, index) => ({ item, at: ((index + 1) * (order + 7919)) % 104_729 }))
        .toSorted((one, other) => one.at - other.at)
        .filter((_, index) => all || (index + order) % 3 > 0)
        .map(({ item }) => item)
    for (const { rawBody, headers } of mix(await desk.events(earlier))) {
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

  async function checkOut(buyer: Principal, byCode: boolean): Promise<void> {
    const used = byCode ? code : undefined
    const ledBy = referrer && signLedBy(ctx, { referrerId: referrer, since: begun }, undefined)
    const sessionId = await world.checkout({
      buyer,
      recipe,
      code: used?.text,
      ...(ledBy && { from: { ledBy } }),
    })
    const row = await findBySession(ctx, buyer.id, sessionId)
    if (!row) throw new Error('no such payment')
    sales.push({
      paymentId: row.id,
      sessionId,
      buyer,
      price: (used ?? offered).price,
      byCode: used !== undefined,
      run: null,
      proofs: [],
      delivered: [],
    })
  }

  /** Opens one checkout or two at once; a code is refused where it lowers nothing or is used up, and only there. */
  async function checkOutAll(buying: readonly Principal[], byCode: boolean): Promise<void> {
    const before = sales.length
    const left = byCode && code ? await countLeft(world, code, buying) : buying.length
    const tries = await Promise.allSettled(buying.map((buyer) => checkOut(buyer, byCode)))
    for (const one of tries) {
      if (one.status === 'rejected' && !(one.reason instanceof AppError)) throw one.reason
    }
    expect(sales.length - before).toBe(left)
    // A buyer whose code was refused buys without it.
    const [first] = buying
    if (first && left === 0) await checkOut(first, false)
  }

  async function doAct({ what, which, amount }: Act): Promise<void> {
    const byCode = code !== undefined && amount % 3 > 0
    const [one, other] = which % 2 === 0 ? buyers : buyers.toReversed()
    if (!one || !other) throw new Error('a story has two buyers')
    if (what === 'checkout') await checkOutAll([one], byCode)
    if (what === 'two checkouts at once') await checkOutAll([one, other], byCode)
    const sale = sales[which % Math.max(1, sales.length)]
    if (!sale) return
    const { paymentId, sessionId, buyer } = sale
    const asBuyer = actAs(ctx, buyer)
    const part = (amount % sale.price) + 1
    const refund = async (cents?: number) => {
      const { id } = await refundPayment(ctx, { paymentId, amount: cents, reason: 'a test' })
      // Every other refund waits for its task.
      if (amount % 2 === 0) await performRefund(ctx, id)
    }
    const actions: Partial<Record<Act['what'], () => Promise<unknown>>> = {
      pay: () => desk.pay(sessionId),
      return: () => getPaymentSession(asBuyer, sessionId),
      run: async () => {
        const run = await world.startRun(buyer, recipe, sessionId)
        sale.run = run
      },
      fail: async () => {
        if (sale.run) await world.fail(sale.run, 0, sale.proofs.at(-1))
      },
      deliver: async () => {
        if (!sale.run) return
        const creationId = await world.deliver(sale.run)
        const { decideBy: until } = await world.payment(paymentId)
        if (until) sale.proofs.push({ ...sale.run, creationId, until })
        else sale.delivered.push(creationId)
      },
      keep: async () => {
        const proof = sale.proofs[amount % Math.max(1, sale.proofs.length)]
        if (!proof) return
        await inTransaction(ctx, (tx) => keepProof(tx, proof))
        sale.delivered.push(proof.creationId)
      },
      decline: async () => {
        if (sale.proofs.length > 0) await inTransaction(ctx, (tx) => declineProof(tx, paymentId))
      },
      'draw again': async () => {
        if (sale.proofs.length === 0) return
        const run = { paymentId, jobId: newId() }
        await inTransaction(ctx, async (tx) => {
          await drawAgain(tx, { paymentId, buyer })
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
    await actions[what]?.()
  }

  async function pass(hours: number): Promise<void> {
    world.clock.advance(hours * HOUR)
    await sweepPayments(ctx)
  }

  return {
    recipe,
    sales,
    buyers,
    code,
    async act(act) {
      try {
        await doAct(act)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
    async settle() {
      for (const { run, proofs } of sales) if (run) await world.fail(run, 0, proofs.at(-1))
      for (const order of [1, 5]) {
        await news(order, true)
        await work()
      }
      await news(3, true)
    },
  }
}
