import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import type Stripe from 'stripe'
import { ProbeError } from '../../../platform/probe-error.ts'
import {
  type CheckoutRequest,
  GatewayError,
  type GatewayPayment,
  type GatewayReference,
  type PaymentGateway,
  PROOF_DRAWS,
  WHY_LESS,
} from '../spec.ts'
import { isMissing, mapError } from './map-error.ts'
import { mapEvent } from './map-event.ts'
import { EXPANSIONS, isUntouched, mapPayment, mapTransaction } from './map-payment.ts'
import { openStripe, readSigned } from './open-stripe.ts'
import { probeStripe } from './probe-stripe.ts'
import { submitEvidence } from './submit-evidence.ts'

/** Stripe's codes for what is sold. */
export type TaxCodes = Record<CheckoutRequest['makes'], string>

interface StripeOptions {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another server with Stripe's API, for tests. */
  apiUrl?: string | undefined
  /** Answers in place of a server. */
  fetch?: typeof fetch | undefined
  /** Absent where Stripe computes no tax. */
  taxCodes?: TaxCodes | undefined
  timeoutMs?: number
  /** The timeout of a call that a person waits for, which is tried twice. */
  interactiveTimeoutMs?: number
}

const INTERACTIVE_TIMEOUT_MS = 6_000
const PAGE = 100

export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = openStripe(options)

  const waitedFor = {
    timeout: options.interactiveTimeoutMs ?? INTERACTIVE_TIMEOUT_MS,
    maxNetworkRetries: 1,
  }

  async function complete(session: Stripe.Checkout.Session): Promise<GatewayPayment> {
    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
    if (intent?.status !== 'succeeded') return mapPayment(session, [], [])
    const [refunds, disputes] = await Promise.all([
      stripe.refunds.list({ payment_intent: intent.id, limit: PAGE }).autoPagingToArray({
        limit: 10_000,
      }),
      stripe.disputes.list({ payment_intent: intent.id, limit: PAGE }),
    ])
    return mapPayment(session, refunds, disputes.data)
  }

  async function find(
    by: { sessionId: string } | { intentId: string },
  ): Promise<GatewayPayment | null> {
    try {
      if ('sessionId' in by) {
        return await complete(
          await stripe.checkout.sessions.retrieve(by.sessionId, { expand: EXPANSIONS }, waitedFor),
        )
      }
      const page = await stripe.checkout.sessions.list({
        payment_intent: by.intentId,
        limit: 1,
        expand: EXPANSIONS.map((path) => `data.${path}`),
      })
      return page.data[0] ? await complete(page.data[0]) : null
    } catch (error) {
      if (isMissing(error)) return null
      throw mapError(error)
    }
  }

  async function look(payment: GatewayReference): Promise<GatewayPayment> {
    const found = await find({ sessionId: payment.sessionId })
    if (found) return found
    throw new GatewayError('resource_missing', 'The payment gateway knows no such checkout.', {
      retryable: false,
    })
  }

  /** Changes the payment at Stripe and then reads its state. */
  async function act(
    payment: GatewayReference,
    action: () => Promise<unknown>,
  ): Promise<GatewayPayment> {
    try {
      await action()
    } catch (error) {
      throw mapError(error)
    }
    return look(payment)
  }

  function requireIntent(payment: GatewayReference): string {
    if (payment.intentId) return payment.intentId
    throw new GatewayError(
      'no_intent',
      'The payment gateway has taken no card for this checkout.',
      {
        retryable: false,
      },
    )
  }

  return {
    id: 'stripe',
    fee: CARD_FEE,
    includesTax: options.taxCodes !== undefined,
    testMode: options.publishableKey.startsWith('pk_test_'),
    publishableKey: options.publishableKey,
    find,

    async createCheckout(request) {
      try {
        const session = await stripe.checkout.sessions.create(
          sessionParams(request, options.taxCodes),
          {
            ...waitedFor,
            idempotencyKey: request.idempotencyKey,
          },
        )
        if (!session.url) throw new Error('a hosted checkout session has no address')
        const intent = session.payment_intent
        return {
          sessionId: session.id,
          url: session.url,
          intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
        }
      } catch (error) {
        throw mapError(error)
      }
    },

    capture(payment, amount, idempotencyKey) {
      const intentId = requireIntent(payment)
      return act(payment, () =>
        stripe.paymentIntents.capture(intentId, { amount_to_capture: amount }, { idempotencyKey }),
      )
    },

    async release(payment, idempotencyKey) {
      const now = await look(payment)
      // An intent can be cancelled once authorised; before that the session is expired.
      if (now.state === 'authorized' && now.intentId && !payment.onlyOpen) {
        const intentId = now.intentId
        return act(payment, () =>
          stripe.paymentIntents.cancel(
            intentId,
            { cancellation_reason: 'requested_by_customer' },
            { idempotencyKey },
          ),
        )
      }
      if (now.state === 'open') {
        return act(payment, () =>
          stripe.checkout.sessions.expire(payment.sessionId, {}, { idempotencyKey }),
        )
      }
      return now
    },

    refund(payment, refund) {
      const intentId = requireIntent(payment)
      return act(payment, () =>
        stripe.refunds.create(
          {
            payment_intent: intentId,
            amount: refund.amount,
            metadata: { refund_id: refund.refundId },
          },
          { idempotencyKey: refund.idempotencyKey },
        ),
      )
    },

    async submitEvidence(payment, { disputeId, evidence, idempotencyKey }) {
      return act(payment, () => submitEvidence(stripe, disputeId, evidence, idempotencyKey))
    },

    signatureHeader: 'stripe-signature',
    readWebhook(rawBody, headers) {
      const { webhookSecret } = options
      return readSigned(stripe, { rawBody, headers, webhookSecret }, (signature) =>
        mapEvent(stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)),
      )
    },

    async *list(since) {
      try {
        const sessions = stripe.checkout.sessions.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: PAGE,
          expand: EXPANSIONS.map((path) => `data.${path}`),
        })
        for await (const session of sessions) {
          yield isUntouched(session) ? mapPayment(session, [], []) : await complete(session)
        }
      } catch (error) {
        throw mapError(error)
      }
    },

    async *listTransactions(since) {
      try {
        const transactions = stripe.balanceTransactions.list({
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: PAGE,
          expand: ['data.source'],
        })
        for await (const transaction of transactions) yield mapTransaction(transaction)
      } catch (error) {
        throw mapError(error)
      }
    },

    async probe() {
      const { livemode } = await probeStripe('the balance', () =>
        stripe.balance.retrieve({}, waitedFor),
      )
      const isTest = options.publishableKey.startsWith('pk_test_')
      if (livemode !== isTest) return `Stripe takes the keys (${isTest ? 'test' : 'live'} mode)`
      const [secret, publishable] = livemode ? ['live', 'test'] : ['test', 'live']
      throw new ProbeError(
        `STRIPE_SECRET_KEY is of ${secret} mode and STRIPE_PUBLISHABLE_KEY of ${publishable} mode: set both of one mode.`,
      )
    },

    async getBalance() {
      try {
        const { available, pending } = await stripe.balance.retrieve()
        const held = new Map<string, number>()
        for (const { amount, currency } of [...available, ...pending]) {
          held.set(currency, (held.get(currency) ?? 0) + amount)
        }
        return held
      } catch (error) {
        throw mapError(error)
      }
    },
  }
}

function sessionParams(
  request: CheckoutRequest,
  taxCodes: StripeOptions['taxCodes'],
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    // Only cards support authorisation with a later capture.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency,
          unit_amount: request.amount,
          // The price includes the tax, so the buyer pays the same sum in each country.
          ...(taxCodes ? { tax_behavior: 'inclusive' } : {}),
          product_data: {
            name: request.title,
            ...(taxCodes ? { tax_code: taxCodes[request.makes] } : {}),
          },
        },
      },
    ],
    // The hosted page then asks for the address that the tax depends on.
    ...(taxCodes ? { automatic_tax: { enabled: true } } : {}),
    client_reference_id: request.paymentId,
    custom_text: { submit: { message: sayWhenCharged(request) } },
    metadata: { ...request.metadata, payment_id: request.paymentId },
    payment_intent_data: {
      capture_method: 'manual',
      metadata: { ...request.metadata, payment_id: request.paymentId },
    },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
  }
}

/** What a checkout page tells the buyer beside the price. */
function sayWhenCharged({ metadata }: CheckoutRequest): string {
  const less = metadata[WHY_LESS] ? `${metadata[WHY_LESS]} ` : ''
  const when = metadata[PROOF_DRAWS]
    ? 'You see a proof first. You pay only if you keep it: your card is authorised now and not charged.'
    : 'Your card is authorised now and charged only when your creation has been delivered.'
  return less + when
}
