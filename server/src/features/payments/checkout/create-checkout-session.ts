import type { UserInputs } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { createCheckoutSession as route } from '@vignette/contract/payments.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { payments } from '../../../schema/payments.ts'
import { checkUserId, requireVisitor } from '../../identity/index.ts'
import {
  getRunnable,
  keepInputFiles,
  prepareInputs,
  type ReadyInputs,
  type Runnable,
  whyNotForSale,
} from '../../workflows/index.ts'
import { paymentPorts } from '../ports.ts'
import { findAuthorized } from './authorisation.ts'
import { endCheckout } from './end-checkout.ts'
import { openCheckout } from './open-checkout.ts'

/** The most open checkouts that are ended at the gateway. */
const AT_MOST = 3

/** The longest life of a checkout and its unused authorisation, and a day more. */
const KEEP_INPUTS_MS = 72 * 3_600_000

interface CreateCheckoutSession {
  workflow_id: string
  user_id?: string | undefined
  success_url: string
  cancel_url: string
  user_inputs?: UserInputs | undefined
  made_from?: string | undefined
  drawing?: string | undefined
  public: boolean
  code?: string | undefined
  /** The price that the buyer was shown. */
  price?: number | undefined
  terms_version?: string | undefined
  email?: string | undefined
  waiver?: WaiverBody | undefined
}

/** Checks everything that could refuse the run later, before the buyer pays. */
export async function createCheckoutSession(
  ctx: Ctx,
  want: CreateCheckoutSession,
): Promise<z.input<(typeof route)['answer']>> {
  const buyer = requireVisitor(ctx)
  await checkUserId(ctx, want.user_id)
  const successUrl = checkReturnUrl(ctx, 'success_url', want.success_url)
  const cancelUrl = checkReturnUrl(ctx, 'cancel_url', want.cancel_url)
  const runnable = await getRunnable(ctx, want.workflow_id)
  if (runnable.price === 0) {
    throw new AppError('payment_state', 'This recipe is free: it is remixed without a payment.')
  }
  const sold = await prepareSale(ctx, runnable, want)
  if (want.code) {
    await endOwnCheckouts(ctx, buyer.id)
    const held = { text: want.code, creatorId: runnable.ownerId }
    for (const id of await paymentPorts.heldTooLong.ask(ctx, held)) await endCheckout(ctx, id)
  }
  const open = await findAuthorized(ctx, buyer.id, runnable.workflowId)
  if (open) {
    throw new AppError(
      'payment_state',
      `You have already authorised ${formatCents(open.amount)} for this recipe. Continue with it, or release it first.`,
    )
  }
  const { sessionId, url, terms } = await openCheckout(ctx, {
    ...sold,
    code: want.code,
    price: want.price,
    returns: { successUrl, cancelUrl },
    email: want.email,
    waiver: want.waiver,
  })
  return { session_id: sessionId, url, proof: terms.proof, why_no_proof: terms.why }
}

type Want = Pick<
  CreateCheckoutSession,
  'user_inputs' | 'made_from' | 'drawing' | 'public' | 'terms_version'
> & {
  /** The checked rows of a batch. */
  ready?: readonly ReadyInputs[]
}

/** Checks what is to be sold, and keeps the input files for it. */
export async function prepareSale(ctx: Ctx, runnable: Runnable, want: Want) {
  const { cost } = runnable
  const price = priceNow(runnable)
  const closed = whyNotForSale(ctx, { price, cost }, false)
  if (closed) throw new AppError('payment_state', closed)
  const { user_inputs: given, ready = given ? [await prepareInputs(ctx, runnable, given)] : [] } =
    want
  const until = new Date(ctx.clock.now().getTime() + KEEP_INPUTS_MS)
  for (const inputs of ready) await keepInputFiles(ctx, inputs, until)
  return {
    runnable,
    userInputs: want.user_inputs ?? null,
    madeFrom: (want.user_inputs && want.made_from) ?? null,
    drawing: want.drawing ?? null,
    public: want.public,
    termsVersion: want.terms_version ?? null,
  }
}

/**
 * Accepts addresses on our own origin, and on those that were named when the caller's token was made,
 * so that the gateway cannot redirect buyers elsewhere.
 */
function checkReturnUrl(ctx: Ctx, path: string, text: string): string {
  // The gateway's placeholder must arrive unescaped.
  const url = URL.canParse(text, ctx.origin) ? new URL(text, ctx.origin) : undefined
  const origins = [new URL(ctx.origin).origin, ...(ctx.caller.origins ?? [])]
  if (url && origins.includes(url.origin) && !url.username && !url.password) {
    return url.href.replaceAll('%7BCHECKOUT_SESSION_ID%7D', '{CHECKOUT_SESSION_ID}')
  }
  const message = `${path} must be an address of this site`
  throw new AppError('validation_failed', `${message}.`, { details: [{ path, message }] })
}

/** Ends the buyer's unpaid checkouts that use a code: the next checkout may need the same use. */
async function endOwnCheckouts(ctx: Ctx, buyerId: string): Promise<void> {
  const open = await ctx.db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.buyerId, buyerId),
        eq(payments.state, 'created'),
        isNotNull(payments.codeId),
        isNotNull(payments.sessionId),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(AT_MOST)
  for (const { id } of open) await endCheckout(ctx, id)
}
