import { createHmac } from 'node:crypto'
import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import { and, asc, eq, gt, gte, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { readInPages } from '../../../platform/db/read-page.ts'
import {
  GatewayError,
  type GatewayEvent,
  type GatewayPayment,
  type GatewayReference,
} from '../spec.ts'
import {
  changeDispute,
  moveDispute,
  movesOf,
  openDispute,
  submitEvidence,
} from './change-dispute.ts'
import {
  bySession,
  changeCheckout,
  createCheckout,
  type Desk,
  isRepeated,
  moveCheckout,
  viewCheckout,
} from './checkout.ts'
import { registerSandboxCheckout } from './checkout-page.ts'
import { deliverEvents } from './deliver-events.ts'
import { registerSandboxDisputes } from './dispute-page.ts'
import { getBalance, listTransactions } from './list-transactions.ts'
import { captureCheckout, payCheckout, refundCheckout, settleRefund } from './payment.ts'
import type { SandboxGateway, SandboxOptions } from './sandbox-gateway.ts'
import { type SandboxCheckout, sandboxCheckouts, sandboxDisputes } from './tables.ts'
import { readSignedEvent, SIGNATURE_HEADER } from './webhook.ts'

/** Made with a stolen card: Stripe's most frequent word. */
const FRAUD_WARNING = 'The card network suspects fraud (made_with_stolen_card).'

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

async function* listCheckouts(desk: Desk, since: Date): AsyncGenerator<GatewayPayment> {
  const rows = readInPages((after) =>
    desk.db
      .select()
      .from(sandboxCheckouts)
      .where(and(gte(sandboxCheckouts.createdAt, since), gt(sandboxCheckouts.id, after)))
      .orderBy(asc(sandboxCheckouts.id))
      .limit(100),
  )
  for await (const { id } of rows) yield await changeCheckout(desk, bySession(id), viewCheckout)
}

/** What `read` makes of a checkout; null for one that the sandbox does not know. */
async function findCheckout<T>(
  desk: Desk,
  where: SQL,
  read: (db: Db, checkout: SandboxCheckout) => Promise<T>,
): Promise<T | null> {
  try {
    return await changeCheckout(desk, where, read)
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'resource_missing') return null
    throw error
  }
}

function readWebhook(
  { clock }: Pick<Desk, 'clock'>,
  webhookSecret: string,
  rawBody: Buffer,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent {
  const event = readSignedEvent<GatewayEvent['about']>(clock.now(), webhookSecret, rawBody, headers)
  return {
    id: event.id,
    name: event.type,
    occurredAt: new Date(event.created),
    about: event.about,
    warning: event.type.startsWith('radar.') ? FRAUD_WARNING : null,
  }
}

/** Lets an authorisation go, or ends an open checkout; any other checkout stays as it is. */
function releaseCheckout(
  desk: Desk,
  { sessionId, onlyOpen }: Pick<GatewayReference, 'sessionId'> & { onlyOpen?: boolean },
  idempotencyKey: string,
): Promise<GatewayPayment> {
  return changeCheckout(desk, bySession(sessionId), async (db, checkout) => {
    await isRepeated(db, idempotencyKey, checkout.id, 'release', checkout.id)
    const end =
      checkout.state === 'authorized' && !onlyOpen
        ? ({ state: 'released', event: 'payment_intent.canceled' } as const)
        : checkout.state === 'open'
          ? ({ state: 'expired', event: 'checkout.session.expired' } as const)
          : undefined
    if (!end) return viewCheckout(db, checkout)
    const ended = await moveCheckout(desk, db, checkout, { state: end.state }, end.event)
    return viewCheckout(db, ended)
  })
}
