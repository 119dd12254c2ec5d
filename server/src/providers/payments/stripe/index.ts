import { z } from 'zod'
import { url } from '../../../platform/env-types.ts'
import type { PaymentGateway } from '../spec.ts'

const env = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'Invalid publishable key format').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: url.optional(),
}

export const stripe = {
  id: 'stripe',
  env,
  required: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  /** Loaded on demand: Stripe's two hundred modules would slow every other start. */
  async create(given: z.infer<z.ZodObject<typeof env>>): Promise<PaymentGateway> {
    const { createStripeGateway } = await import('./create-stripe-gateway.ts')
    return createStripeGateway({
      secretKey: given.STRIPE_SECRET_KEY ?? '',
      publishableKey: given.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: given.STRIPE_API_URL,
    })
  },
} as const
