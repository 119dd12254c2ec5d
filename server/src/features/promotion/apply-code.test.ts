import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
} from '../../../test/support/money/create-money-world.ts'
import { makeOffer } from '../../../test/support/money/offer.ts'
import { codeOf } from '../../../test/support/money/people.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

async function openTen(address: string, loopback: boolean) {
  Object.assign(world.ctx.config, { loopback })
  const { recipe, code } = await makeOffer(world, await world.newPrincipal(), {
    price: 1_000,
    draws: 0,
    launch: null,
    code: { kind: 'percent', part: 50, total: 50, perBuyer: 1 },
  })
  const open = async () =>
    codeOf(
      world.checkout({
        buyer: await world.newPrincipal('visitor'),
        recipe,
        code: code?.text,
        from: { address },
      }),
    )
  const answers = await Promise.all(Array.from({ length: 10 }, open))
  return { open, text: code?.text, refused: answers.filter((one) => one !== 'no error') }
}

test('on a public server a network holds three uses of a code at once, of ten tried at once', async () => {
  const { open, text, refused } = await openTen('93.184.216.34', false)
  expect(refused).toHaveLength(7)
  expect(new Set(refused)).toEqual(
    new Set([
      `payment_state: Three checkouts with the code ${text} are open from your network and not paid. Please try again in ten minutes.`,
    ]),
  )
  world.clock.advance(11 * 60_000)
  expect(await open()).toBe('no error')
})

test('on one’s own machine it holds as many as are wanted', async () => {
  expect((await openTen('93.184.216.34', true)).refused).toEqual([])
})
