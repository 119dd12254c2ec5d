import { moneyHere } from '@vignette/contract/currency.ts'
import { html } from '@vignette/contract/html.ts'
import { CARD_FEE } from '@vignette/contract/price-floor.ts'
import { type Page, type SandboxOptions, StripeSandbox, type Terms } from '@vignette/stripe-sandbox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptForms, layout, sendPage } from './hosted-page.ts'
import type { PaymentGateway } from './payments/spec.ts'
import type { TaxCodes } from './payments/stripe/create-stripe-gateway.ts'
import type { PayoutGateway } from './payouts/spec.ts'

/** Stripe's adapter against the sandbox in this process; `sandbox` is for tests, which play banks and buyers. */
export interface SandboxGateway extends PaymentGateway {
  id: 'sandbox'
  sandbox: StripeSandbox
  deliverEvents(): Promise<void>
  mount(server: FastifyInstance): Promise<void>
}

export interface SandboxGateways {
  gateway: SandboxGateway
  payoutGateway: PayoutGateway
}

/** Both adapters against one sandbox; Stripe's SDK is loaded with the first call of either. */
export function openSandbox(
  options: SandboxOptions & {
    /** Absent where no tax is computed. */
    taxCodes?: TaxCodes | undefined
  },
): SandboxGateways {
  return openAdapters(new StripeSandbox({ terms: termsHere, ...options }), options.taxCodes)
}

/** What a dispute costs in US cents, and in other currencies about as much. */
const DISPUTE_FEE = 1500

/** The sandbox charges what this server reckons with. */
export function termsHere(): Terms {
  const { currency, decimals, scale, minCents, cardFee } = moneyHere()
  return {
    currency,
    decimals,
    least: minCents,
    basisPoints: cardFee.basisPoints,
    fixed: cardFee.fixedCents,
    disputeFee: DISPUTE_FEE * scale,
  }
}

export function openAdapters(sandbox: StripeSandbox, taxCodes?: TaxCodes): SandboxGateways {
  return {
    gateway: createSandboxGateway(sandbox, taxCodes),
    payoutGateway: createSandboxPayouts(sandbox),
  }
}

function createSandboxGateway(sandbox: StripeSandbox, taxCodes?: TaxCodes): SandboxGateway {
  const publishableKey = 'pk_test_sandbox'
  const stripe = once(async () => {
    const { createStripeGateway } = await import('./payments/stripe/create-stripe-gateway.ts')
    const { secretKey, webhookSecret, fetch } = sandbox
    return createStripeGateway({ secretKey, publishableKey, webhookSecret, fetch, taxCodes })
  })
  return {
    id: 'sandbox',
    sandbox,
    testMode: true,
    fee: CARD_FEE,
    includesTax: taxCodes !== undefined,
    publishableKey,
    signatureHeader: 'stripe-signature',
    createCheckout: async (request) => (await stripe()).createCheckout(request),
    find: async (by) => (await stripe()).find(by),
    capture: async (...given) => (await stripe()).capture(...given),
    release: async (...given) => (await stripe()).release(...given),
    refund: async (...given) => (await stripe()).refund(...given),
    submitEvidence: async (...given) => (await stripe()).submitEvidence(...given),
    readWebhook: async (...given) => (await stripe()).readWebhook(...given),
    async *list(since) {
      yield* (await stripe()).list(since)
    },
    async *listTransactions(since) {
      yield* (await stripe()).listTransactions(since)
    },
    getBalance: async () => (await stripe()).getBalance(),
    deliverEvents: () => sandbox.deliverEvents('payments'),
    mount: (server) => mountPages(server, sandbox.pages({ html, layout })),
  }
}

/** The sandbox writes to nobody, so it takes creators whose address is not known. */
const NO_ADDRESS = 'nobody@sandbox.invalid'

function createSandboxPayouts(sandbox: StripeSandbox): PayoutGateway {
  const stripe = once(async () => {
    const { createStripePayouts } = await import('./payouts/stripe/create-stripe-payouts.ts')
    const { secretKey, connectWebhookSecret: webhookSecret, fetch } = sandbox
    const refused = 'The sandbox pays nobody of this name.'
    return createStripePayouts({ secretKey, webhookSecret, fetch, testMode: true, refused })
  })
  return {
    id: 'sandbox',
    testMode: true,
    signatureHeader: 'stripe-signature',
    openAccount: async (request) =>
      (await stripe()).openAccount({ ...request, email: request.email ?? NO_ADDRESS }),
    createOnboardingLink: async (...given) => (await stripe()).createOnboardingLink(...given),
    findAccount: async (accountId) => (await stripe()).findAccount(accountId),
    transfer: async (request) => (await stripe()).transfer(request),
    reverse: async (request) => (await stripe()).reverse(request),
    findTransfer: async (by) => (await stripe()).findTransfer(by),
    async *listTransfers(since) {
      yield* (await stripe()).listTransfers(since)
    },
    async *listBankPayouts(...given) {
      yield* (await stripe()).listBankPayouts(...given)
    },
    getBalance: async () => (await stripe()).getBalance(),
    closeAccount: async (accountId) => (await stripe()).closeAccount(accountId),
    readWebhook: async (...given) => (await stripe()).readWebhook(...given),
    deliverEvents: () => sandbox.deliverEvents('payouts'),
  }
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    opened ??= open()
    return opened
  }
}

interface At {
  Params: { id: string }
  Body: Record<string, unknown> | null | undefined
}

/** Serves the pages that Stripe would host, at the sandbox's addresses. */
async function mountPages(server: FastifyInstance, pages: readonly Page[]): Promise<void> {
  await server.register(async (scope) => {
    acceptForms(scope)
    for (const { address, show, submit } of pages) {
      scope.get<At>(address, async ({ params }, reply) => send(reply, await show(params.id)))
      scope.post<At>(address, async ({ params, body }, reply) =>
        send(reply, await submit(params.id, body ?? {})),
      )
    }
  })
}

function send(reply: FastifyReply, shown: Awaited<ReturnType<Page['show']>>): FastifyReply {
  return 'redirect' in shown
    ? reply.redirect(shown.redirect, 303)
    : sendPage(reply, shown.status, shown.html)
}
