import { z } from 'zod'
import { flag, url } from '../../../platform/env-types.ts'
import type { PaymentGateway } from '../spec.ts'
import type { TaxCodes } from './create-stripe-gateway.ts'

const taxCode = z.string().regex(/^txcd_\d{8}$/, 'must read like txcd_10501000')

const env = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'Invalid publishable key format').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: url.optional(),
  /** This also makes the sandbox ask for a country and apply the rates of its table. */
  STRIPE_TAX: flag.default(false),
  STRIPE_TAX_CODE_IMAGE: taxCode.default('txcd_10501000'),
  STRIPE_TAX_CODE_VIDEO: taxCode.default('txcd_10402100'),
}

type Given = z.infer<z.ZodObject<typeof env>>

/** Undefined where no tax is computed. */
export function taxCodesOf(given: Given): TaxCodes | undefined {
  const { STRIPE_TAX, STRIPE_TAX_CODE_IMAGE: image, STRIPE_TAX_CODE_VIDEO: video } = given
  return STRIPE_TAX ? { image, video } : undefined
}

export const stripe = {
  id: 'stripe',
  env,
  required: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  /** Loaded on demand: Stripe's two hundred modules would slow every other start. */
  async create(given: Given): Promise<PaymentGateway> {
    const { createStripeGateway } = await import('./create-stripe-gateway.ts')
    return createStripeGateway({
      secretKey: given.STRIPE_SECRET_KEY ?? '',
      publishableKey: given.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: given.STRIPE_WEBHOOK_SECRET ?? '',
      apiUrl: given.STRIPE_API_URL,
      taxCodes: taxCodesOf(given),
    })
  },
} as const
