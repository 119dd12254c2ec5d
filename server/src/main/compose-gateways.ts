import { type Ctx, inTransaction } from '../ctx.ts'
import { receiveWebhook } from '../features/payments/index.ts'
import { receivePayoutWebhook, refreshAccount } from '../features/payouts/index.ts'
import { createSandboxGateway } from '../providers/payments/sandbox/create-sandbox-gateway.ts'
import type { SandboxOptions } from '../providers/payments/sandbox/sandbox-gateway.ts'
import { stripe } from '../providers/payments/stripe/index.ts'
import { createManualPayouts } from '../providers/payouts/manual/create-manual-payouts.ts'
import { createSandboxPayouts } from '../providers/payouts/sandbox/create-sandbox-payouts.ts'
import type { PayoutGateway } from '../providers/payouts/spec.ts'
import type { Config } from './config.ts'

type Parts = Pick<Ctx, 'config' | 'db' | 'clock'>

type Gateways = Pick<Ctx, 'gateway' | 'otherGateways'>

/**
 * Stripe, or the sandbox, whose events pass through the same verb as Stripe's. With Stripe the
 * sandbox stays available to end the old checkouts that our own database holds.
 */
export async function createGateways(parts: Parts, ctx: () => Ctx): Promise<Gateways> {
  const { config } = parts
  if (config.payments === 'stripe') {
    // Events of the sandbox wait until the sandbox is the gateway again.
    const silent = () => Promise.reject(new Error('the sandbox is not the gateway now'))
    return {
      gateway: await stripe.create(config),
      otherGateways: [openSandbox(parts, silent)],
    }
  }
  const deliver: SandboxOptions['deliver'] = async (rawBody, headers) => {
    await receiveWebhook(ctx(), { gateway: 'sandbox', rawBody, headers })
  }
  return { gateway: openSandbox(parts, deliver), otherGateways: [] }
}

function openSandbox({ config, db, clock }: Parts, deliver: SandboxOptions['deliver']) {
  return createSandboxGateway({
    db,
    clock,
    secret: config.secret,
    seller: config.OPERATOR_NAME,
    includesTax: config.STRIPE_TAX,
    deliver,
  })
}

type PayoutParts = Pick<Ctx, 'config' | 'db' | 'clock' | 'gateway'>

/** The vendor that pays creators, which goes with the gateway that buyers pay at. */
export async function createPayoutGateway(
  { config, db, clock, gateway }: PayoutParts,
  ctx: () => Ctx,
): Promise<PayoutGateway> {
  if (config.payouts === 'stripe') {
    return openStripePayouts(config)
  }
  if (config.payouts === 'manual') {
    return createManualPayouts({
      db,
      clock,
      secret: config.secret,
      testMode: gateway.testMode,
      keep: (save) =>
        inTransaction(ctx(), async (tx) => {
          const view = await save(tx.db)
          if (view) await refreshAccount(tx, view.accountId, view)
          return view !== null
        }),
    })
  }
  const deliver: SandboxOptions['deliver'] = async (rawBody, headers) => {
    await receivePayoutWebhook(ctx(), { gateway: 'sandbox', rawBody, headers })
  }
  return createSandboxPayouts({ db, clock, secret: config.secret, deliver })
}

/** Loaded on demand, like the gateway of payments. */
export async function openStripePayouts(config: Config): Promise<PayoutGateway> {
  const { createStripePayouts } = await import(
    '../providers/payouts/stripe/create-stripe-payouts.ts'
  )
  return createStripePayouts({
    secretKey: config.STRIPE_SECRET_KEY ?? '',
    webhookSecret: config.STRIPE_CONNECT_WEBHOOK_SECRET ?? '',
    testMode: config.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_test_') ?? false,
    apiUrl: config.STRIPE_API_URL,
  })
}
