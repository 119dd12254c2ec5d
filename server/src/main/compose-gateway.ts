import type { Ctx } from '../ctx.ts'
import { receiveWebhook } from '../features/payments/index.ts'
import { createSandboxGateway } from '../providers/payments/sandbox/create-sandbox-gateway.ts'
import type { SandboxOptions } from '../providers/payments/sandbox/sandbox-gateway.ts'
import { stripe } from '../providers/payments/stripe/index.ts'

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
