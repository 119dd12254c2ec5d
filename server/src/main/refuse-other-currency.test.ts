import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createMoneyWorld,
  type MoneyWorld,
  recipeOf,
} from '../../test/support/money/create-money-world.ts'
import { whyNotChangeCurrency } from '../features/settings/index.ts'
import { payments } from '../schema/payments.ts'
import { refuseOtherCurrency } from './refuse-other-currency.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const change = (to: string) => whyNotChangeCurrency(world.ctx.db, to)
const FIXED =
  'The ledger of this server is in USD since its first posting, so CURRENCY must stay usd. Another currency needs another database.'

test('the first posting, and an open checkout before it, fix the currency', async () => {
  expect(await change('eur')).toBeUndefined()
  const buyer = await world.newPrincipal()
  const recipe = recipeOf(await world.newPrincipal())
  await world.checkout({ buyer, recipe })
  expect(await change('eur')).toBe(FIXED)
  await world.database.db.update(payments).set({ state: 'expired' })
  expect(await change('eur')).toBeUndefined()
  const run = await world.startRun(
    buyer,
    recipe,
    (await world.authorize({ buyer, recipe })).sessionId ?? '',
  )
  await world.deliver(run)
  expect(await change('jpy')).toBe(FIXED)
  expect(await change('usd')).toBeUndefined()
  const config = { ...world.ctx.config, CURRENCY: 'eur' }
  await expect(refuseOtherCurrency({ db: world.ctx.db, config })).rejects.toThrow(FIXED)
})
