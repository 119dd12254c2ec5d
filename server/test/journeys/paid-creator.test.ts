import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAccountTotals } from '../../src/features/ledger/index.ts'
import { refundPayment } from '../../src/features/payments/refunds/request-refund.ts'
import { sweepPayouts } from '../../src/features/payouts/sweep-payouts.ts'
import { buy, charged, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { addAccount, goToFriday } from '../support/money/paid-on-friday.ts'
import { sandboxOf } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { type ShiftedClock, shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const MINUTE = 1 / 60
/** High enough for our balance to bear the fee of the dispute beside the payout. */
const PRICE = 5_000
/** Test banks of the sandbox: the first returns what it was paid, the second keeps it. */
const RETURNING_BANK = '000999999991'
const GOOD_BANK = '000123456789'
const BOOK = 'test:sandbox'

let app: TestApp
let clock: ShiftedClock
beforeAll(async () => {
  clock = shiftClock()
  const provider = createScriptedProvider({ start: () => picture() })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES, change: clock.change })
})
afterAll(() => app.close())

interface Money {
  unpaid: number
  paid: number
  lines: { reason: string; amount: number }[]
  payouts: { state: string; amount: number }[]
}

async function sell(workflowId: string): Promise<{ sessionId: string; paymentId: string }> {
  const buyer = new Visitor(app.url)
  const { session, job } = await buy(buyer, workflowId)
  return { sessionId: session, paymentId: (await charged(buyer, job.result.id)).id }
}

test('a creator sells, is refunded and disputed, is paid on a Friday, and again after the bank returned it', async () => {
  const email = 'maker@example.com'
  const creator = new Browser(app.url)
  await signIn(creator, email)
  const money = async () => (await creator.json<Money>('/payouts')).body
  const moneyOnce = async (states: string[]) => {
    await expect
      .poll(async () => {
        await sweepPayouts(app.ctx)
        return (await money()).payouts.map(({ state }) => state)
      })
      .toEqual(states)
    return money()
  }
  const { id } = await publish(creator, { price: PRICE })
  const [refunded, disputed] = [await sell(id), await sell(id), await sell(id)]
  await addAccount(app, creator, { email, bank: RETURNING_BANK })
  expect(await money()).toMatchObject({
    unpaid: 10_500,
    lines: [{ reason: 'new_creator', amount: 10_500 }],
    payouts: [],
  })

  await refundPayment(app.ctx, { paymentId: refunded.paymentId, reason: 'broken' })
  const sandbox = sandboxOf(app)
  const dispute = await sandbox.openDispute(disputed.sessionId)
  // Refund and dispute are booked one by one, in either order.
  await expect
    .poll(async () => {
      const { lines, unpaid } = await money()
      return { disputed: lines.some(({ reason }) => reason === 'dispute'), unpaid }
    })
    .toEqual({ disputed: true, unpaid: 7_000 })
  await sandbox.closeDispute(dispute, 'won')
  await expect
    .poll(async () => (await money()).lines)
    .toMatchObject([{ reason: 'new_creator', amount: 7_000 }])

  goToFriday(app, clock, 14)
  // A sign-in that is not used for two weeks has ended.
  await signIn(creator, email)
  expect(await moneyOnce(['in_transit'])).toMatchObject({
    unpaid: 7_000,
    lines: [{ reason: 'in_transit', amount: 7_000 }],
  })
  clock.hours += 2 * MINUTE
  expect(await moneyOnce(['paid'])).toMatchObject({ unpaid: 0, paid: 7_000, lines: [] })
  clock.hours += 2 * MINUTE
  expect(await moneyOnce(['returned'])).toMatchObject({ unpaid: 7_000, paid: 0 })

  await addAccount(app, creator, { email, bank: GOOD_BANK })
  goToFriday(app, clock, 0)
  await moneyOnce(['in_transit', 'returned'])
  clock.hours += 2 * MINUTE
  expect(await moneyOnce(['paid', 'returned'])).toMatchObject({ unpaid: 0, paid: 7_000 })

  const totals = await listAccountTotals(app.ctx, BOOK)
  expect(totals.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  const of = (kind: string) =>
    totals.filter((total) => total.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
  expect({ creator: of('creator'), in_transit: of('in_transit') }).toEqual({
    creator: 0,
    in_transit: 0,
  })
  expect(of('gateway')).toBe((await app.ctx.payoutGateway.getBalance())?.get('usd'))
})
