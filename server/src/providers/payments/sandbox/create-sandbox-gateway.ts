import { createHmac } from 'node:crypto'
import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import { eq } from 'drizzle-orm'
import { captureCheckout } from './capture-checkout.ts'
import { bySession, changeCheckout } from './change-checkout.ts'
import { changeDispute, moveDispute, movesOf, openDispute } from './change-dispute.ts'
import { createCheckout } from './create-checkout.ts'
import { deliverEvents } from './deliver-events.ts'
import { findCheckout } from './find-checkout.ts'
import { listCheckouts } from './list-checkouts.ts'
import { getBalance, listTransactions } from './list-transactions.ts'
import { payCheckout } from './pay-checkout.ts'
import { readWebhook } from './read-webhook.ts'
import { refundCheckout } from './refund-checkout.ts'
import { registerSandboxCheckout } from './register-checkout.ts'
import { registerSandboxDisputes } from './register-disputes.ts'
import { releaseCheckout } from './release-checkout.ts'
import type { SandboxGateway, SandboxOptions } from './sandbox-gateway.ts'
import { settleRefund } from './settle-refund.ts'
import { SIGNATURE_HEADER } from './sign-webhook.ts'
import { submitEvidence } from './submit-evidence.ts'
import { sandboxCheckouts, sandboxDisputes } from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export function createSandboxGateway(
  options: SandboxOptions & {
    /** The name of the seller on the checkout page. */
    seller: string
  },
): SandboxGateway {
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

    signatureHeader: SIGNATURE_HEADER,
    readWebhook: (rawBody, headers) => readWebhook(options, webhookSecret, rawBody, headers),

    list: (since) => listCheckouts(options, since),
    listTransactions: (since) => listTransactions(options.db, since),
    getBalance: () => getBalance(options.db),

    deliverEvents: () =>
      deliverEvents(options, {
        webhookSecret,
        deliver: (body, headers) => options.deliver(body, headers),
      }),

    async mount(server) {
      await registerSandboxCheckout(server, gateway, options.seller)
      await registerSandboxDisputes(server, gateway)
    },
  }
  return gateway
}
