import type { Ctx } from '../ctx.ts'
import { receiveWebhook } from '../features/payments/index.ts'
import {
  createSandboxGateway,
  type SandboxOptions,
} from '../providers/payments/sandbox/create-sandbox-gateway.ts'
import type { PaymentGateway } from '../providers/payments/spec.ts'

type Parts = Pick<Ctx, 'config' | 'db' | 'clock'>

type Gateways = Pick<Ctx, 'gateway' | 'otherGateways'>

/**
 * Stripe, or the sandbox, whose events pass through the same verb as Stripe's. With Stripe the
 * sandbox stays available to end the old checkouts that our own database holds.
 */
export async function createGateways(parts: Parts, ctx: () => Ctx): Promise<Gateways> {
  const { config } = parts
  if (config.payments === 'stripe') {
    // Loaded on demand: Stripe's two hundred modules would slow every other start.
    const { createStripeGateway } = await import(
      '../providers/payments/stripe/create-stripe-gateway.ts'
    )
    const gateway: PaymentGateway = createStripeGateway({
      secretKey: config.STRIPE_SECRET_KEY ?? '',
      publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: config.STRIPE_API_URL,
    })
    // Its events wait until the sandbox is the gateway again.
    const silent = () => Promise.reject(new Error('the sandbox is not the gateway now'))
    return { gateway, otherGateways: [openSandbox(parts, silent)] }
  }
  const deliver: SandboxOptions['deliver'] = async (rawBody, headers) => {
    await receiveWebhook(ctx(), { gateway: 'sandbox', rawBody, headers })
  }
  return { gateway: openSandbox(parts, deliver), otherGateways: [] }
}

function openSandbox({ config, db, clock }: Parts, deliver: SandboxOptions['deliver']) {
  return createSandboxGateway({ db, clock, secret: config.secret, deliver })
}
