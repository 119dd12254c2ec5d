import type { UserInputs } from '@vignette/contract/creations.ts'
import { currencyHere } from '@vignette/contract/currency.ts'
import { CREATOR_SHARE_PERCENT } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import { type License } from '@vignette/contract/recipe-limits.ts'
import { preferFan, readCameFrom } from '@vignette/contract/visit-source.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { type Ctx, inTransaction, type TxCtx } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type CheckoutRequest,
  GatewayError,
  PROOF_DRAWS,
  WHY_LESS,
} from '../../../providers/payments/spec.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { accountBanned, accountDeleted, lockCaller, requireVisitor } from '../../identity/index.ts'
import { keepLetterAddress } from '../../notices/index.ts'
import { sourceOf } from '../../visits/index.ts'
import { findClosed } from '../../workflows/index.ts'
import { findGone, type Gone, releaseUnused } from '../capture/request-release.ts'
import { changePayment, lockPayment, movePayment, recordEvent } from '../payment.ts'
import { paymentPorts } from '../ports.ts'
import { findReferral } from '../referral.ts'
import { keepWaiver, waiverNow } from '../waiver.ts'
import { assertMayBegin } from './cancellation-limit.ts'
import { endCheckoutTask } from './end-checkout.ts'
import { findProofOffer, type SaleTerms } from './find-proof-offer.ts'
import { publicNetworkHash } from './network.ts'
import { findLinked, LINK_MS, signPaymentLink } from './payment-link.ts'
import { CHECKOUT_MS } from './rules.ts'

/** The version of a recipe to buy, with its price. */
interface PricedWorkflow {
  workflowId: string
  version: number
  ownerId: string
  name: string
  price: number
  launch?: Launch | undefined
  cost: number
  recipe: { license: License; outputKind: CheckoutRequest['makes']; proof?: ProofOffer }
}

interface OpenCheckout {
  runnable: PricedWorkflow
  /** A creator's code. */
  code?: string | undefined
  /** The price that the buyer was shown. */
  price?: number | undefined
  /** Where the buyer's browser goes on; a link has a page of its own. */
  returns:
    | { successUrl: string; cancelUrl: string }
    | { linkHash: string; back?: string | undefined }
  /** How many rows a batch has, each at the price of a run. */
  units?: number | undefined
  userInputs: UserInputs | null
  madeFrom?: string | null
  drawing?: string | null
  public: boolean
  termsVersion: string | null
  email?: string | undefined
  /** What a consumer declared to have the file for good. */
  waiver?: WaiverBody | undefined
}

/**
 * Writes the payment's row first, then asks the gateway outside any transaction, under the row's idempotency
 * key.
 */
export async function openCheckout(
  ctx: Ctx,
  want: OpenCheckout,
): Promise<Session & { terms: SaleTerms }> {
  const { payment, whyLess, ...terms } = await recordIntent(ctx, want)
  return { ...(await askGateway(ctx, payment, { ...want, whyLess })), terms }
}

interface Session {
  payment: PaymentRow
  sessionId: string
  url: string
}

interface Intent extends SaleTerms {
  payment: PaymentRow
  /** Why the amount is below the full price. */
  whyLess: string | undefined
}

async function recordIntent(ctx: Ctx, want: OpenCheckout): Promise<Intent> {
  const { runnable } = want
  return inTransaction(ctx, async (tx) => {
    const linkHash = 'linkHash' in want.returns ? want.returns.linkHash : null
    // Of two calls for the same run at once, the second finds the payment of the first.
    const { owner } = await lockCaller(tx, linkHash ? 'no key update' : 'share')
    const isOwn = [owner.id, requireVisitor(tx).id].includes(runnable.ownerId)
    if (isOwn) assertMayTryOut(tx, want)
    if (runnable.cost > 0 || !tx.config.loopback) await assertMayBegin(tx, owner)
    const { cost, recipe } = runnable
    const terms = await findProofOffer(tx, owner, { cost, proof: recipe.proof })
    const less = want.code
      ? await paymentPorts.applyCode.ask(tx, {
          text: want.code,
          buyerId: owner.id,
          sold: runnable,
          network: tx.config.loopback ? null : publicNetworkHash(tx),
        })
      : undefined
    const each = less?.amount ?? priceNow(runnable)
    const amount = each * (want.units ?? 1)
    if (want.price !== undefined && want.price !== amount) {
      throw new AppError('payment_state', `This recipe costs ${formatCents(amount)} a remix now.`)
    }
    const led = isOwn
      ? null
      : await findReferral(tx, { buyerId: owner.id, creatorId: runnable.ownerId })
    const now = tx.clock.now()
    const whyLess = (payment: PaymentRow) =>
      payment.amount < runnable.price * (payment.units ?? 1)
        ? (less?.why ?? runnable.launch?.words)
        : undefined
    // The same call, made twice at once, or made before an answer was lost.
    const begun = linkHash && (await findLinked(tx, owner.id, linkHash))
    if (begun && (begun.state === 'authorized' || begun.sessionExpiresAt > now)) {
      // A program's payer may be at the checkout by now, and would not read what is declared later.
      const asks = want.waiver && begun.state === 'created' && tx.caller.via !== 'bearer'
      const payment = asks ? await keepWaiver(tx, begun) : begun
      return { ...terms, payment, whyLess: whyLess(payment) }
    }
    const isConsumer = tx.config.CONSUMER_LAW === 'eu'
    const [payment] = await tx.db
      .insert(payments)
      .values({
        id: newId(),
        state: 'created',
        buyerId: owner.id,
        workflowId: runnable.workflowId,
        workflowVersion: runnable.version,
        workflowName: runnable.name,
        license: runnable.recipe.license,
        seller: tx.config.OPERATOR_NAME,
        creatorId: isOwn ? null : runnable.ownerId,
        sharePercent: isOwn ? 0 : CREATOR_SHARE_PERCENT,
        draws: terms.proof?.draws ?? null,
        amount,
        codeId: less?.codeId ?? null,
        fullPrice: !want.units && amount < runnable.price ? runnable.price : null,
        units: want.units ?? null,
        currency: currencyHere(),
        gateway: tx.gateway.id,
        testMode: tx.gateway.testMode,
        userInputs: want.userInputs,
        madeFrom: want.madeFrom ?? null,
        drawing: want.drawing ?? null,
        public: want.public,
        linkHash,
        termsVersion: want.termsVersion,
        consumerLaw: isConsumer ? 'eu' : null,
        waiver: isConsumer && want.waiver ? waiverNow(now) : null,
        cameFrom:
          led && !led.refusal
            ? preferFan(readCameFrom(tx.caller.cameFrom, runnable.workflowId, now), led.since)
            : sourceOf(tx, runnable.workflowId),
        network: publicNetworkHash(tx),
        ...led?.referral,
        createdAt: now,
        sessionExpiresAt: new Date(now.getTime() + (linkHash ? LINK_MS : CHECKOUT_MS)),
        movedAt: now,
      })
      .returning()
    if (!payment) throw new Error('the payment was not written')
    if (want.email) {
      await keepLetterAddress(tx, { owner, subjectIds: [payment.id], address: want.email })
    }
    await recordEvent(tx, payment.id, 'payment.created', { amount: payment.amount })
    if (led?.refusal) await recordEvent(tx, payment.id, 'referral.refused', { why: led.refusal })
    return { ...terms, payment, whyLess: whyLess(payment) }
  })
}

/** A creator pays a run of their own recipe with test money alone, as any buyer pays. */
function assertMayTryOut(tx: TxCtx, { code }: OpenCheckout): void {
  if (!tx.gateway.testMode) {
    throw new AppError('payment_state', 'This recipe is yours. Use Test: it is free.')
  }
  if (code) throw new AppError('payment_state', 'This recipe is yours: a code is for other people.')
}

async function askGateway(
  ctx: Ctx,
  payment: PaymentRow,
  { returns, runnable, whyLess }: OpenCheckout & Pick<Intent, 'whyLess'>,
): Promise<Session> {
  const { linkHash } = payment
  if (payment.sessionId && payment.linkUrl) {
    return { payment, sessionId: payment.sessionId, url: payment.linkUrl }
  }
  const page =
    'linkHash' in returns && returns.back
      ? returns.back
      : `${ctx.origin}/pay#${signPaymentLink(ctx, payment)}`
  const { successUrl, cancelUrl } =
    'linkHash' in returns ? { successUrl: page, cancelUrl: page } : returns
  try {
    const session = await ctx.gateway.createCheckout({
      paymentId: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      title: payment.units ? `${payment.workflowName} × ${payment.units}` : payment.workflowName,
      makes: runnable.recipe.outputKind,
      successUrl,
      cancelUrl,
      metadata: {
        buyer_id: payment.buyerId,
        workflow_id: payment.workflowId,
        workflow_version: String(payment.workflowVersion),
        ...(payment.creatorId && { creator_id: payment.creatorId }),
        creator_share_percent: String(payment.sharePercent),
        ...(whyLess && { [WHY_LESS]: whyLess }),
        ...(payment.draws === null ? {} : { [PROOF_DRAWS]: String(payment.draws) }),
      },
      idempotencyKey: `checkout:${payment.id}`,
      expiresAt: payment.sessionExpiresAt,
    })
    const { sessionId, url } = session
    const known = { sessionId, ...(linkHash && { linkUrl: url }) }
    const { gone, payment: remembered } = await rememberSession(ctx, payment.id, known)
    if (gone === 'closed') throw new AppError('conflict', CLOSED)
    if (gone) throw gone === 'ban' ? accountBanned() : accountDeleted()
    return { payment: remembered, sessionId, url }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (!error.retryable) await giveUp(ctx, payment.id)
    const code = error.retryable ? 'provider_unavailable' : 'gateway_failed'
    const words = `Nothing was charged${error.retryable ? '; try again' : ''}.`
    throw new AppError(code, `${error.publicMessage} ${words}`, { cause: error })
  }
}

const CLOSED = 'This recipe was closed meanwhile, so no new remix of it can be bought.'

/** Expires the checkout and hides its address where its buyer is gone or its workflow was closed meanwhile. */
async function rememberSession(
  ctx: Ctx,
  paymentId: string,
  session: { sessionId: string; linkUrl?: string },
): Promise<{ payment: PaymentRow; gone: Gone | 'closed' | undefined }> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPayment(tx, paymentId)
    const payment = before.sessionId ? before : await changePayment(tx, before, session)
    const gone = await findGone(tx, payment.buyerId)
    if (gone) await releaseUnused(tx, payment, gone)
    if (gone || !(await findClosed(tx, payment.workflowId))) return { payment, gone }
    await tx.queue.send(tx, endCheckoutTask, { paymentId }, { singletonKey: paymentId })
    return { payment, gone: 'closed' }
  })
}

/** Ends a payment whose checkout the gateway refused to open. */
async function giveUp(ctx: Ctx, paymentId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (payment.state === 'created') await movePayment(tx, payment, 'expired')
  })
}
