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
 * Stripe, or the sandbox, whose events come in by the same verb as Stripe's. Beside Stripe stands
 * the sandbox of before: its checkouts are in our own database and can be ended there.
 */
export async function createGateways(parts: Parts, ctx: () => Ctx): Promise<Gateways> {
  const { config } = parts
  if (config.payments === 'stripe') {
    // Its two hundred modules would make every other start slower.
    const { createStripeGateway } = await import(
      '../providers/payments/stripe/create-stripe-gateway.ts'
    )
    const gateway: PaymentGateway = createStripeGateway({
      secretKey: config.STRIPE_SECRET_KEY ?? '',
      publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: config.STRIPE_API_URL,
    })
    // Its news is not heard here; it waits for the day on which the sandbox is the gateway again.
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
