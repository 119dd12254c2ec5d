import { currencyHere } from '@vignette/contract/currency.ts'
import { type Ctx, inTransaction, type Principal } from '../../../src/ctx.ts'
import { type Facts, post } from '../../../src/features/ledger/index.ts'
import { postJobCost } from '../../../src/features/payments/index.ts'
import { payouts as payoutsFeature } from '../../../src/features/payouts/feature.ts'
import { openPayoutAccount } from '../../../src/features/payouts/open-payout-account.ts'
import { refreshAccount } from '../../../src/features/payouts/refresh-account.ts'
import { newId } from '../../../src/platform/ids.ts'
import { actAs } from '../create-test-ctx.ts'
import { createMoneyWorld, type MoneyWorld, START } from './create-money-world.ts'
import { createPayoutVendor, type PayoutVendor } from './payout-vendor.ts'

const DAY = 86_400_000

/** Sales, a vendor of payouts in memory, and no worker: the test decides which task runs when. */
export interface PayoutWorld extends MoneyWorld {
  vendor: PayoutVendor
  /** Posts a sale of which the creator is owed 70%, after the tax in it. */
  sell(creator: Principal, amount: number, tax?: number): Promise<string>
  /** Posts a sale of another creator of which the person is owed 5% as referrer. */
  refer(referrer: Principal, amount: number, tax?: number): Promise<string>
  refund(paymentId: string, amount: number): Promise<void>
  /** Posts the end of a free run by a code of the creator, with what the run has cost. */
  give(creator: Principal, costCents: number): Promise<void>
  dispute(
    paymentId: string,
    amount: number,
    before: 'opened' | null,
    after: 'opened' | 'won' | 'lost',
  ): Promise<void>
  /** Opens the creator's account at the vendor and lets its wait pass. */
  openAccount(creator: Principal): Promise<string>
  wait(days: number): void
}

export async function createPayoutWorld(env?: Record<string, string>): Promise<PayoutWorld> {
  const world = await createMoneyWorld(undefined, START, undefined, env)
  const vendor = createPayoutVendor(world.clock)
  const ctx: Ctx = { ...world.ctx, payoutGateway: vendor }
  await ctx.queue.declare(payoutsFeature.tasks ?? [])
  const now = () => world.clock.now()

  async function postSale(
    amount: number,
    tax: number,
    sides: Pick<Facts['capture'], 'creator' | 'referrer'>,
  ): Promise<string> {
    const paymentId = newId()
    await inTransaction(ctx, (tx) =>
      post(tx, 'capture', {
        paymentId,
        workflowId: newId(),
        amount,
        taxes: tax > 0 ? [{ jurisdiction: 'AT', amount: tax }] : [],
        book: 'test:sandbox',
        currency: currencyHere(),
        ...sides,
        sharePercent: 70,
        occurredAt: now(),
      }),
    )
    return paymentId
  }

  return {
    ...world,
    ctx,
    vendor,
    wait: (days) => world.clock.advance(days * DAY),

    sell(creator, amount, tax = 0) {
      const hasAccount = creator.kind === 'user'
      return postSale(amount, tax, { creator: { principalId: creator.id, hasAccount } })
    },

    refer(referrer, amount, tax = 0) {
      return postSale(amount, tax, {
        creator: { principalId: newId(), hasAccount: true },
        referrer: { principalId: referrer.id, commission: { percent: 5, covered: 40 } },
      })
    },

    async refund(paymentId, amount) {
      await inTransaction(ctx, (tx) =>
        post(tx, 'refund', { paymentId, refundId: newId(), amount, occurredAt: now() }),
      )
    },

    async give({ id: principalId }, costCents) {
      const giver = { principalId, book: 'test:sandbox' } as const
      const run = { jobId: newId(), workflowId: newId(), paymentId: null, giver, costCents }
      await inTransaction(ctx, (tx) => postJobCost(tx, run))
    },

    async dispute(paymentId, amount, before, after) {
      await inTransaction(ctx, (tx) =>
        post(tx, 'dispute', {
          paymentId,
          disputeId: `du_${paymentId}`,
          occurredAt: now(),
          before: before && { state: before, amount },
          after: { state: after, amount },
        }),
      )
    },

    async openAccount(creator) {
      await openPayoutAccount(actAs(ctx, creator), { country: 'US' })
      const accountId = `acct_${creator.id}`
      vendor.setAccount(accountId, 'ready')
      await refreshAccount(ctx, accountId)
      world.clock.advance(2 * DAY)
      return accountId
    },
  }
}
