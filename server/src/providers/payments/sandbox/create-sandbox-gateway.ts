import { createHmac } from 'node:crypto'
import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import type { PaymentGateway } from '../spec.ts'
import { captureCheckout } from './capture-checkout.ts'
import { bySession, changeCheckout } from './change-checkout.ts'
import {
  changeDispute,
  type DisputeMove,
  moveDispute,
  movesOf,
  type NewDispute,
  openDispute,
} from './change-dispute.ts'
import type { CardForm, Verdict } from './check-card.ts'
import { createCheckout } from './create-checkout.ts'
import { deliverEvents } from './deliver-events.ts'
import { findCheckout } from './find-checkout.ts'
import { listCheckouts } from './list-checkouts.ts'
import { getBalance, listTransactions } from './list-transactions.ts'
import { payCheckout } from './pay-checkout.ts'
import { readWebhook } from './read-webhook.ts'
import { refundCheckout } from './refund-checkout.ts'
import { releaseCheckout } from './release-checkout.ts'
import { settleRefund } from './settle-refund.ts'
import { submitEvidence } from './submit-evidence.ts'
import {
  type SandboxCheckout,
  type SandboxDispute,
  sandboxCheckouts,
  sandboxDisputes,
} from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export interface SandboxOptions {
  db: Db
  clock: { now(): Date }
  /** The server's secret, from which the webhook's secret is derived. */
  secret: string
  /** Computes tax by the rates of a made-up table. */
  includesTax?: boolean
  /** Delivers a signed event as Stripe does by HTTP; an error means that the event is delivered again later. */
  deliver(rawBody: Buffer, headers: Record<string, string>): Promise<void>
}

export interface SandboxGateway extends PaymentGateway {
  id: 'sandbox'
  findCheckout(sessionId: string): Promise<SandboxCheckout | null>
  /** Pays with a card, as the checkout page does. */
  pay(sessionId: string, card: CardForm): Promise<Verdict | 'closed'>
  /** Actions of a bank or the gateway's staff, for operators of a sandbox and for tests. */
  openDispute(
    sessionId: string,
    amount?: number,
    more?: Omit<NewDispute, 'amount'>,
  ): Promise<string>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  changeDispute(disputeId: string, amount: number): Promise<void>
  findDispute(disputeId: string): Promise<{ row: SandboxDispute; moves: DisputeMove[] } | null>
  /** Plays the bank; false where the dispute cannot move so. */
  moveDispute(disputeId: string, move: DisputeMove): Promise<boolean>
  settleRefund(gatewayRefundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  deliverEvents(): Promise<void>
}

export function isSandbox(gateway: PaymentGateway): gateway is SandboxGateway {
  return gateway.id === 'sandbox'
}

export function createSandboxGateway(options: SandboxOptions): SandboxGateway {
  const webhookSecret = createHmac('sha256', options.secret).update('sandbox webhook').digest('hex')

  async function afterwards<T>(result: T): Promise<T> {
    // A late event only costs latency, so the next delivery repeats a failed one.
    await gateway.deliverEvents().catch(() => undefined)
    return result
  }

  const gateway: SandboxGateway = {
    id: 'sandbox',
    testMode: true,
    fee: CARD_FEE,
    includesTax: options.includesTax ?? false,
    publishableKey: 'pk_test_sandbox',

    createCheckout: (request) => createCheckout(options, request, gateway.includesTax),

    find: (by) =>
      findCheckout(
        options,
        'sessionId' in by ? bySession(by.sessionId) : eq(sandboxCheckouts.intentId, by.intentId),
        viewCheckout,
      ),

    findCheckout: (sessionId) =>
      findCheckout(options, bySession(sessionId), async (_, checkout) => checkout),

    pay: async (sessionId, card) => afterwards(await payCheckout(options, sessionId, card)),

    capture: async ({ sessionId }, amount, idempotencyKey) =>
      afterwards(await captureCheckout(options, sessionId, amount, idempotencyKey)),

    release: async (payment, idempotencyKey) =>
      afterwards(await releaseCheckout(options, payment, idempotencyKey)),

    refund: async ({ sessionId }, refund) =>
      afterwards(await refundCheckout(options, sessionId, refund)),

    async openDispute(sessionId, amount, more = {}) {
      return afterwards(
        await changeCheckout(options, bySession(sessionId), (db, checkout) =>
          openDispute(options, db, checkout, { amount, ...more }),
        ),
      )
    },

    async closeDispute(disputeId, outcome) {
      await moveDispute(options, disputeId, outcome)
      await afterwards(undefined)
    },

    async changeDispute(disputeId, amount) {
      await changeDispute(options, disputeId, { amount })
      await afterwards(undefined)
    },

    async findDispute(disputeId) {
      const [row] = await options.db
        .select()
        .from(sandboxDisputes)
        .where(eq(sandboxDisputes.id, disputeId))
      return row ? { row, moves: movesOf(row) } : null
    },

    async moveDispute(disputeId, move) {
      const found = await gateway.findDispute(disputeId)
      if (!found?.moves.includes(move)) return false
      await moveDispute(options, disputeId, move)
      return afterwards(true)
    },

    async settleRefund(gatewayRefundId, outcome) {
      await settleRefund(options, gatewayRefundId, outcome)
      await afterwards(undefined)
    },

    submitEvidence: async ({ sessionId }, dispute) =>
      afterwards(await submitEvidence(options, sessionId, dispute)),

    readWebhook: (rawBody, headers) => readWebhook(options, webhookSecret, rawBody, headers),

    list: (since) => listCheckouts(options, since),
    listTransactions: (since) => listTransactions(options.db, since),
    getBalance: () => getBalance(options.db),

    deliverEvents: () =>
      deliverEvents(options, {
        webhookSecret,
        deliver: (body, headers) => options.deliver(body, headers),
      }),
  }
  return gateway
}
