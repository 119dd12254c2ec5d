import {
  makeSchema,
  OldSandboxError,
  type SandboxOptions,
  StripeSandbox,
} from '@vignette/stripe-sandbox'
import type { Pool } from 'pg'
import { type Ctx, inTransaction } from '../ctx.ts'
import { receiveWebhook } from '../features/payments/index.ts'
import { receivePayoutWebhook, refreshAccount } from '../features/payouts/index.ts'
import { StartError } from '../platform/start-error.ts'
import { openAdapters, termsHere } from '../providers/open-sandbox.ts'
import { stripe, taxCodesOf } from '../providers/payments/stripe/index.ts'
import { createManualPayouts } from '../providers/payouts/manual/create-manual-payouts.ts'
import type { PayoutGateway } from '../providers/payouts/spec.ts'
import type { Config } from './config.ts'

type Parts = Pick<Ctx, 'config' | 'db' | 'clock'> & { pool: Pool }

type Gateways = Pick<Ctx, 'gateway' | 'otherGateways' | 'payoutGateway'>

/**
 * Stripe, or its adapters against the sandbox, whose events pass through the same verbs as Stripe's.
 * With Stripe the sandbox stays available to end the old checkouts that our own database holds; its
 * events wait until the sandbox is the gateway again. Called again where the configuration changed.
 */
export function openGateways(parts: Parts, ctx: () => Ctx): (config: Config) => Promise<Gateways> {
  const { config: now, clock, pool } = parts
  const sandbox = new StripeSandbox({
    pool,
    clock,
    secret: now.secret[0],
    seller: () => now.OPERATOR_NAME,
    terms: termsHere,
    get deliver() {
      return now.payments === 'sandbox' ? deliverTo(ctx, now.payouts) : {}
    },
  })
  return async (config) => {
    const { payments, payouts } = config
    const sandboxed = openAdapters(sandbox, taxCodesOf(config))
    if (payments === 'sandbox') await makeSandboxSchema(pool)
    const [gateway, otherGateways] =
      payments === 'stripe'
        ? [await stripe.create(config), [sandboxed.gateway]]
        : [sandboxed.gateway, []]
    const payoutGateway =
      payouts === 'stripe'
        ? await openStripePayouts(config)
        : payouts === 'manual'
          ? openManualPayouts({ ...parts, gateway }, ctx)
          : sandboxed.payoutGateway
    return { gateway, otherGateways, payoutGateway }
  }
}

function deliverTo(
  ctx: () => Ctx,
  payouts: Config['payouts'],
): NonNullable<SandboxOptions['deliver']> {
  const gateway = 'sandbox'
  return {
    async payments(rawBody, headers) {
      await receiveWebhook(ctx(), { gateway, rawBody, headers })
    },
    ...(payouts === 'sandbox' && {
      async payouts(rawBody: Buffer, headers: Record<string, string>) {
        await receivePayoutWebhook(ctx(), { gateway, rawBody, headers })
      },
    }),
  }
}

async function makeSandboxSchema(pool: Pool): Promise<void> {
  try {
    await makeSchema(pool)
  } catch (error) {
    if (error instanceof OldSandboxError) throw new StartError(error.message)
    throw error
  }
}

export function openManualPayouts(
  { config, db, clock, gateway }: Pick<Ctx, 'config' | 'db' | 'clock' | 'gateway'>,
  ctx: () => Ctx,
): PayoutGateway {
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
