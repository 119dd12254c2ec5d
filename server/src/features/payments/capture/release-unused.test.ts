import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cardOf,
  createMoneyWorld,
  GOOD_CARD,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { inTransaction, type Principal } from '../../../ctx.ts'
import { principals } from '../../../schema/identity.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { identityEvents } from '../../identity/index.ts'
import { performRelease } from './release-payment.ts'

let world: MoneyWorld
let buyer: Principal
beforeEach(async () => {
  world = await createMoneyWorld()
  buyer = await world.newPrincipal()
})
afterEach(() => world.close())

async function openCheckout(): Promise<{ sessionId: string; payment: PaymentRow }> {
  const recipe = recipeOf(await world.newPrincipal())
  const sessionId = await world.checkout({ buyer, recipe })
  const [payment] = await world.ctx.db
    .select()
    .from(payments)
    .where(eq(payments.sessionId, sessionId))
  if (!payment) throw new Error('no such payment')
  return { sessionId, payment }
}

async function end(how: 'deletion' | 'ban'): Promise<void> {
  const at = world.clock.now()
  const gone = { deletedAt: at, issuer: null, subject: null }
  await inTransaction(world.ctx, async (tx) => {
    await tx.db
      .update(principals)
      .set(how === 'deletion' ? gone : { bannedAt: at })
      .where(eq(principals.id, buyer.id))
    const principalId = buyer.id
    if (how === 'deletion') await identityEvents.accountDeleted.emit(tx, { principalId })
    else await identityEvents.principalBanned.emit(tx, { principalId, banned: true, at })
  })
}

const stateOf = async (id: string) => (await world.payment(id)).state
const atGateway = async (sessionId: string) => (await world.ctx.gateway.find({ sessionId }))?.state

for (const how of ['deletion', 'ban'] as const) {
  test(`a ${how} ends open checkouts at the gateway`, async () => {
    const { sessionId, payment } = await openCheckout()
    await end(how)
    // Runs the task that the queue received.
    await performRelease(world.ctx, payment.id)
    expect(await stateOf(payment.id)).toBe('expired')
    expect(await atGateway(sessionId)).toBe('expired')
  })

  test(`a checkout that is paid after the ${how} is released at once`, async () => {
    const { sessionId, payment } = await openCheckout()
    await end(how)
    await world.sandbox.pay(sessionId, cardOf(GOOD_CARD))
    await world.processEvents()
    expect(await stateOf(payment.id)).toBe('release_requested')
    await performRelease(world.ctx, payment.id)
    expect(await stateOf(payment.id)).toBe('released')
    expect(await atGateway(sessionId)).toBe('released')
  })
}

test("a deleted account's checkout that is paid before its expiry is released", async () => {
  const { sessionId, payment } = await openCheckout()
  await end('deletion')
  await world.sandbox.pay(sessionId, cardOf(GOOD_CARD))
  await performRelease(world.ctx, payment.id)
  expect(await stateOf(payment.id)).toBe('released')
  expect(await atGateway(sessionId)).toBe('released')
})

test('a checkout opened for an account deleted meanwhile is expired, and its address stays hidden', async () => {
  const { gateway } = world.ctx
  const createCheckout = gateway.createCheckout.bind(gateway)
  gateway.createCheckout = async (request) => {
    const opened = await createCheckout(request)
    await end('deletion')
    return opened
  }
  const recipe = recipeOf(await world.newPrincipal())
  await expect(world.checkout({ buyer, recipe })).rejects.toThrow('This account was deleted.')
  const [payment] = await world.ctx.db.select().from(payments)
  await performRelease(world.ctx, payment?.id ?? '')
  expect(await stateOf(payment?.id ?? '')).toBe('expired')
})
