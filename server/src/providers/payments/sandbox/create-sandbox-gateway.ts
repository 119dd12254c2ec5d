import { createHmac, randomBytes } from 'node:crypto'
import { CARD_FEE, cardFeeCents } from '@vignette/contract/price-floor.ts'
import { and, asc, eq, gt, gte } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { signature } from '../../../platform/secrets.ts'
import { GatewayError, type PaymentGateway } from '../spec.ts'
import {
  announce,
  bySession,
  changeCheckout,
  moveCheckout,
  refusal,
  transact,
} from './change-checkout.ts'
import { type CardForm, cardNumber, checkCard, type Verdict } from './check-card.ts'
import { deliverEvents } from './deliver-events.ts'
import { isRepeated } from './is-repeated.ts'
import { getBalance, listTransactions } from './list-transactions.ts'
import { changeDispute, closeDispute, openDispute, settleRefund } from './settle-aftermath.ts'
import { isSigned, SIGNATURE_HEADER } from './sign-webhook.ts'
import {
  type SandboxCheckout,
  sandboxCheckouts,
  sandboxRefunds,
  sandboxRequests,
} from './tables.ts'
import { viewCheckout } from './view-checkout.ts'

export interface SandboxOptions {
  db: Db
  clock: { now(): Date }
  /** The server's secret, from which the webhook's secret is derived. */
  secret: string
  /** Delivers a signed event as Stripe does by HTTP; an error means that the event is delivered again later. */
  deliver(rawBody: Buffer, headers: Record<string, string>): Promise<void>
}

export interface SandboxGateway extends PaymentGateway {
  id: 'sandbox'
  findCheckout(sessionId: string): Promise<SandboxCheckout | null>
  /** Pays with a card, as the checkout page does. */
  pay(sessionId: string, card: CardForm): Promise<Verdict | 'closed'>
  /** Actions of a bank or the gateway's staff, for operators of a sandbox and for tests. */
  openDispute(sessionId: string, amount?: number): Promise<string>
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>
  changeDispute(disputeId: string, amount: number): Promise<void>
  settleRefund(gatewayRefundId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  deliverEvents(): Promise<void>
}

export function isSandbox(gateway: PaymentGateway): gateway is SandboxGateway {
  return gateway.id === 'sandbox'
}

const AUTHORIZATION_MS = 7 * 86_400_000

export function createSandboxGateway(options: SandboxOptions): SandboxGateway {
  const { clock } = options
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
    publishableKey: 'pk_test_sandbox',

    async createCheckout(request) {
      const id = `cs_sandbox_${randomBytes(24).toString('hex')}`
      const session = await options.db.transaction(async (db) => {
        const fields = [
          request.paymentId,
          request.amount,
          request.currency,
          request.successUrl,
          request.cancelUrl,
        ]
        if (await isRepeated(db, request.idempotencyKey, id, 'checkout', ...fields)) {
          const [first] = await db
            .select({ id: sandboxRequests.checkoutId })
            .from(sandboxRequests)
            .where(eq(sandboxRequests.key, request.idempotencyKey))
          return first?.id ?? id
        }
        await db.insert(sandboxCheckouts).values({
          id,
          intentId: `pi_${randomBytes(12).toString('hex')}`,
          paymentId: request.paymentId,
          state: 'open',
          amount: request.amount,
          currency: request.currency,
          title: request.title,
          successUrl: request.successUrl,
          cancelUrl: request.cancelUrl,
          metadata: request.metadata,
          createdAt: clock.now(),
          expiresAt: request.expiresAt,
        })
        return id
      })
      const url = new URL(`/sandbox/checkout/${session}`, request.successUrl)
      return { sessionId: session, url: url.href, intentId: null }
    },

    async find(by) {
      const where =
        'sessionId' in by ? bySession(by.sessionId) : eq(sandboxCheckouts.intentId, by.intentId)
      try {
        return await changeCheckout(options, where, viewCheckout)
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'resource_missing') return null
        throw error
      }
    },

    async findCheckout(sessionId) {
      try {
        return await changeCheckout(options, bySession(sessionId), async (_, checkout) => checkout)
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'resource_missing') return null
        throw error
      }
    },

    async pay(sessionId, card) {
      return afterwards(
        await changeCheckout(
          options,
          bySession(sessionId),
          async (db, checkout): Promise<Verdict | 'closed'> => {
            if (checkout.state !== 'open') return 'closed'
            const verdict = checkCard(card, clock.now())
            if (!verdict.accepted) {
              await announce(options, db, checkout.id, 'payment_intent.payment_failed')
              return verdict
            }
            await moveCheckout(
              options,
              db,
              checkout,
              {
                state: 'authorized',
                later: verdict.later,
                card: signature(options.secret, 'sandbox card', cardNumber(card)),
                captureBefore: new Date(clock.now().getTime() + AUTHORIZATION_MS),
              },
              'checkout.session.completed',
            )
            return verdict
          },
        ),
      )
    },

    async capture(payment, amount, idempotencyKey) {
      return afterwards(
        await changeCheckout(options, bySession(payment.sessionId), async (db, checkout) => {
          if (await isRepeated(db, idempotencyKey, checkout.id, 'capture', checkout.id, amount)) {
            return viewCheckout(db, checkout)
          }
          if (checkout.state !== 'authorized') {
            throw refusal(
              'payment_intent_unexpected_state',
              `The payment gateway refused: what is ${checkout.state} cannot be captured.`,
            )
          }
          if (amount < 1 || amount > checkout.amount) {
            throw refusal('amount_too_large', 'The payment gateway refused: more than authorized.')
          }
          const fee = cardFeeCents(amount, CARD_FEE)
          const captured = await moveCheckout(
            options,
            db,
            checkout,
            { state: 'captured', captured: amount, fee },
            'payment_intent.succeeded',
          )
          await transact(options, db, checkout.id, 'charge', amount - fee)
          if (checkout.later === 'dispute') await openDispute(options, db, captured)
          return viewCheckout(db, captured)
        }),
      )
    },

    async release(payment, idempotencyKey) {
      return afterwards(
        await changeCheckout(options, bySession(payment.sessionId), async (db, checkout) => {
          await isRepeated(db, idempotencyKey, checkout.id, 'release', checkout.id)
          if (checkout.state === 'authorized') {
            return viewCheckout(
              db,
              await moveCheckout(
                options,
                db,
                checkout,
                { state: 'released' },
                'payment_intent.canceled',
              ),
            )
          }
          if (checkout.state === 'open') {
            return viewCheckout(
              db,
              await moveCheckout(
                options,
                db,
                checkout,
                { state: 'expired' },
                'checkout.session.expired',
              ),
            )
          }
          return viewCheckout(db, checkout)
        }),
      )
    },

    async refund(payment, refund) {
      return afterwards(
        await changeCheckout(options, bySession(payment.sessionId), async (db, checkout) => {
          const { refundId, amount, idempotencyKey } = refund
          if (await isRepeated(db, idempotencyKey, checkout.id, 'refund', refundId, amount)) {
            return viewCheckout(db, checkout)
          }
          const now = await viewCheckout(db, checkout)
          if (now.disputes.some(({ state }) => state !== 'won')) {
            throw refusal('charge_disputed', 'The payment gateway refused: the charge is disputed.')
          }
          const refunded = now.refunds.reduce(
            (sum, each) => sum + (each.state === 'failed' ? 0 : each.amount),
            0,
          )
          if (amount < 1 || amount > checkout.captured - refunded) {
            throw refusal(
              'amount_too_large',
              'The payment gateway refused: more than what is left of the charge.',
            )
          }
          await db.insert(sandboxRefunds).values({
            id: `re_${randomBytes(12).toString('hex')}`,
            checkoutId: checkout.id,
            refundId,
            amount,
            state: checkout.later === 'refund_pending' ? 'pending' : 'succeeded',
            createdAt: clock.now(),
          })
          await transact(options, db, checkout.id, 'refund', -amount)
          await announce(options, db, checkout.id, 'refund.created')
          return viewCheckout(db, checkout)
        }),
      )
    },

    async openDispute(sessionId, amount) {
      return afterwards(
        await changeCheckout(options, bySession(sessionId), (db, checkout) =>
          openDispute(options, db, checkout, amount),
        ),
      )
    },

    async closeDispute(disputeId, outcome) {
      await closeDispute(options, disputeId, outcome)
      await afterwards(undefined)
    },

    async changeDispute(disputeId, amount) {
      await changeDispute(options, disputeId, { amount })
      await afterwards(undefined)
    },

    async settleRefund(gatewayRefundId, outcome) {
      await settleRefund(options, gatewayRefundId, outcome)
      await afterwards(undefined)
    },

    readWebhook(rawBody, headers) {
      if (!isSigned(webhookSecret, rawBody, headers[SIGNATURE_HEADER], clock.now())) {
        throw refusal('bad_signature', 'The signature does not fit the body.')
      }
      const event = JSON.parse(rawBody.toString()) as {
        id: string
        type: string
        created: string
        about: { sessionId: string; intentId: string; paymentId: string }
      }
      return {
        id: event.id,
        name: event.type,
        occurredAt: new Date(event.created),
        about: event.about,
        warning: null,
      }
    },

    async *list(since) {
      let after = ''
      for (;;) {
        const page = await options.db
          .select()
          .from(sandboxCheckouts)
          .where(and(gte(sandboxCheckouts.createdAt, since), gt(sandboxCheckouts.id, after)))
          .orderBy(asc(sandboxCheckouts.id))
          .limit(100)
        for (const { id } of page) yield await changeCheckout(options, bySession(id), viewCheckout)
        const last = page.at(-1)
        if (!last) return
        after = last.id
      }
    },

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
