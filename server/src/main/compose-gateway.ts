import type { Ctx } from '../ctx.ts'
import { receiveWebhook } from '../features/payments/index.ts'
import { createSandboxGateway } from '../providers/payments/sandbox/create-sandbox-gateway.ts'
import type { PaymentGateway } from '../providers/payments/spec.ts'

type Parts = Pick<Ctx, 'config' | 'db' | 'clock'>

/** Stripe, or the sandbox, whose events come in by the same verb as Stripe's. */
export async function createGateway(
  { config, db, clock }: Parts,
  ctx: () => Ctx,
): Promise<PaymentGateway> {
  if (config.payments === 'stripe') {
    // Its two hundred modules would make every other start slower.
    const { createStripeGateway } = await import(
      '../providers/payments/stripe/create-stripe-gateway.ts'
    )
    return createStripeGateway({
      secretKey: config.STRIPE_SECRET_KEY ?? '',
      publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: config.STRIPE_API_URL,
    })
  }
  return createSandboxGateway({
    db,
    clock,
    secret: config.secret,
    deliver: async (rawBody, headers) => {
      await receiveWebhook(ctx(), { gateway: 'sandbox', rawBody, headers })
    },
  })
}
