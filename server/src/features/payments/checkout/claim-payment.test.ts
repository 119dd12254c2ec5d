import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs } from '../../../../test/support/create-test-ctx.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../../../test/support/money/create-money-world.ts'
import { codeOf, newPeople } from '../../../../test/support/money/people.ts'
import { inTransaction } from '../../../ctx.ts'
import { releasePayment } from '../capture/release-payment.ts'
import { findPaidRun } from './authorisation.ts'
import { claimPayment } from './claim-payment.ts'
import { getPaymentSession } from './payment-session.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const people = () => newPeople(world)

test('a session belongs to its buyer, and so does the run that it pays for', async () => {
  const { buyer, creator, recipe } = await people()
  const { sessionId } = await world.authorize({ buyer, recipe })
  const thief = actAs(world.ctx, creator)
  expect(await codeOf(getPaymentSession(thief, sessionId ?? ''))).toContain('not_found')
  expect(await codeOf(world.startRun(creator, recipe, sessionId ?? ''))).toContain(
    'payment_required: This recipe costs $3.00 a remix.',
  )
  expect(
    await findPaidRun(world.ctx, {
      buyer: creator,
      workflowId: recipe.workflowId,
      sessionId: sessionId ?? '',
    }),
  ).toBeUndefined()
  expect(
    await codeOf(
      releasePayment(thief, (await world.authorize({ buyer, recipe: recipeOf(creator) })).id),
    ),
  ).toContain('not_found')
})

test('a paid run starts after price or recipe changed; a second return from the checkout is refused with the reason', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const sessionId = paid.sessionId ?? ''
  const dearer = { ...recipe, version: 2, price: 500 }
  expect(await codeOf(world.startRun(buyer, dearer, sessionId))).toBe(
    'payment_required: This payment is for $3.00 and version 1 of the recipe, not for $5.00 and version 2.',
  )
  const found = await findPaidRun(world.ctx, { buyer, workflowId: recipe.workflowId, sessionId })
  expect(found).toEqual({ paymentId: paid.id, workflowVersion: 1, isOwn: false })
  const run = await world.startRun(buyer, recipe, sessionId)
  expect(await codeOf(world.startRun(buyer, recipe, sessionId))).toContain(
    'already used by a remix',
  )
  expect(await getPaymentSession(actAs(world.ctx, buyer), sessionId)).toMatchObject({
    payment_status: 'paid',
    job_id: run.jobId,
  })
  await world.deliver(run)
  expect(await codeOf(world.startRun(buyer, recipe, sessionId))).toContain(
    'already paid for a creation',
  )
  expect(await codeOf(world.startRun(buyer, recipeOf(buyer), sessionId))).toContain(
    'another recipe',
  )
})

test('each paid checkout of two tabs gives its own run', async () => {
  const { buyer, recipe } = await people()
  const [one, two] = [
    await world.authorize({ buyer, recipe }),
    await world.authorize({ buyer, recipe }),
  ]
  const second = await world.startRun(buyer, recipe, two.sessionId ?? '')
  const first = await world.startRun(buyer, recipe)
  expect([first.paymentId, second.paymentId]).toEqual([one.id, two.id])
})

test('of ten runs that race for one payment one gets it', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  const races = await Promise.allSettled(
    Array.from({ length: 10 }, () => world.startRun(buyer, recipe)),
  )
  const won = races.filter((race) => race.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const race of races) {
    if (race.status === 'rejected') expect(race.reason).toMatchObject({ code: 'payment_required' })
  }
  expect((await world.payment(paid.id)).jobId).toBe(won[0]?.value.jobId)
})

test('ten claims in successive transactions each need their own payment', async () => {
  const { buyer, recipe } = await people()
  for (let time = 0; time < 3; time++) await world.authorize({ buyer, recipe })
  const races = await Promise.allSettled(
    Array.from({ length: 10 }, () => world.startRun(buyer, recipe)),
  )
  const payments = races.flatMap((race) =>
    race.status === 'fulfilled' ? [race.value.paymentId] : [],
  )
  expect(new Set(payments).size).toBe(3)
  expect(payments).toHaveLength(3)
})

test('a failed claim rolls back with its transaction', async () => {
  const { buyer, recipe } = await people()
  const paid = await world.authorize({ buyer, recipe })
  await expect(
    inTransaction(world.ctx, async (tx) => {
      await claimPayment(tx, { buyer, recipe })
      throw new Error('the reservation failed')
    }),
  ).rejects.toThrow('the reservation failed')
  expect((await world.payment(paid.id)).jobId).toBeNull()
  expect((await world.startRun(buyer, recipe)).paymentId).toBe(paid.id)
})
