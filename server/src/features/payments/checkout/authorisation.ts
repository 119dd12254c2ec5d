import { isDeepStrictEqual } from 'node:util'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { findOpenPayment as route } from '@vignette/contract/payments.ts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx, Principal } from '../../../ctx.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { type PaymentRow, paymentEvents, payments } from '../../../schema/payments.ts'
import { workflows } from '../../../schema/workflows.ts'
import { currentBook } from '../gateway.ts'
import type { Reader } from '../payment.ts'
import { viewPayment } from '../view-payment.ts'
import { findLinked } from './payment-link.ts'
import { refreshForPage, refreshPayment } from './refresh-payment.ts'
import { neededUntil } from './rules.ts'

/** The most open checkouts asked about at the gateway. */
const AT_MOST = 3

/**
 * The buyer's unused authorisation for a recipe. Without a known one, asks the gateway about open
 * checkouts first, since one may just have been paid in another tab.
 */
export async function findAuthorized(
  ctx: Ctx,
  buyerId: string,
  workflowId: string,
  refresh: typeof refreshPayment = refreshPayment,
): Promise<PaymentRow | undefined> {
  const known = await findUnused(ctx, buyerId, workflowId)
  if (known) return known
  const now = ctx.clock.now()
  const open = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        isFor(buyerId, workflowId),
        isNull(payments.linkHash),
        eq(payments.book, currentBook(ctx)),
        or(
          and(
            eq(payments.state, 'created'),
            isNotNull(payments.sessionId),
            gt(payments.sessionExpiresAt, now),
          ),
          isExpiring(now),
        ),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(AT_MOST)
  for (const payment of open) await refresh(ctx, payment)
  return open.length > 0 ? findUnused(ctx, buyerId, workflowId) : undefined
}

type Answer = z.input<(typeof route)['answer']>

/** The payment that a returning buyer sees as "Already authorised". */
export async function findOpenPayment(ctx: Ctx, workflowId: string): Promise<Answer> {
  const caller = ctx.caller.principal
  const payment = caller
    ? await findAuthorized(ctx, caller.id, workflowId, refreshForPage)
    : undefined
  return {
    payment: payment ? viewPayment(payment) : null,
    session_id: payment?.sessionId ?? null,
    user_inputs: payment?.userInputs ?? null,
    made_from: payment?.madeFrom ?? null,
    drawing: payment?.drawing ?? null,
    public: payment?.public ?? false,
  }
}

/** The version of the caller's authorised payment, with or without a run. */
export async function findPurchase(ctx: Ctx, workflowId: string): Promise<number | undefined> {
  const buyer = ctx.caller.principal
  if (!buyer) return undefined
  const payment =
    (await findAuthorized(ctx, buyer.id, workflowId, refreshForPage)) ??
    // Reads again, since a webhook or a run may have changed the payment meanwhile.
    (await findAuthorizedOrUsed(ctx, buyer.id, workflowId))
  return payment?.workflowVersion
}

interface PaidRun {
  paymentId: string
  workflowVersion: number
  /** Whether a creator paid for a run of their own recipe. */
  isOwn: boolean
  /** The session of a link, whose payment is for this run alone. */
  linkSession: string | undefined
}

/**
 * The version that the buyer has paid for and not yet received: it runs even where the recipe has
 * since changed its price or been withdrawn. May ask the gateway, so call this before the run's
 * transaction.
 */
export async function findPaidRun(
  ctx: Ctx,
  want: {
    buyer: Principal
    workflowId: string
    sessionId?: string | undefined
    /** A link pays for a run of the inputs that its payer saw, and of no others. */
    userInputs?: UserInputs | undefined
    /** The run that a program asks for, which may have been paid by a link. */
    linkHash?: string | undefined
  },
): Promise<PaidRun | undefined> {
  const { buyer, workflowId, sessionId, linkHash, userInputs = {} } = want
  if (!sessionId && (await isFreeNow(ctx, workflowId))) return undefined
  const found = sessionId
    ? await findBySession(ctx, buyer.id, sessionId)
    : ((linkHash === undefined ? undefined : await findLinked(ctx, buyer.id, linkHash)) ??
      (await findAuthorized(ctx, buyer.id, workflowId)))
  if (found?.linkHash && !isDeepStrictEqual(found.userInputs, userInputs)) {
    throw new AppError('conflict', 'Somebody paid for a remix of other inputs by this link.')
  }
  if (!found || found.workflowId !== want.workflowId) return undefined
  if (found.book !== currentBook(ctx)) return undefined
  const payment = await refreshPayment(ctx, found)
  if (payment.state !== 'authorized' || payment.jobId) return undefined
  return {
    paymentId: payment.id,
    workflowVersion: payment.workflowVersion,
    isOwn: payment.creatorId === null,
    linkSession: (payment.linkHash && payment.sessionId) || undefined,
  }
}

/** What was authorised for this very batch, and is not used yet. May ask the gateway. */
export async function findPaidBatch(
  ctx: Ctx,
  { buyerId, linkHash }: { buyerId: string; linkHash: string },
): Promise<PaymentRow | undefined> {
  const found = await findLinked(ctx, buyerId, linkHash)
  if (!found || found.book !== currentBook(ctx)) return undefined
  const payment = await refreshPayment(ctx, found)
  return payment.state === 'authorized' && !payment.jobId ? payment : undefined
}

const priceNow = prepared((db) =>
  db
    .select({ price: workflows.price, deletedAt: workflows.deletedAt })
    .from(workflows)
    .where(eq(workflows.id, sql.placeholder('id'))),
)

/** A recipe that has become free charges only a buyer who returns from the checkout itself. */
async function isFreeNow(ctx: Ctx, workflowId: string): Promise<boolean> {
  const [row] = await priceNow(ctx.db).execute({ id: workflowId })
  return row !== undefined && row.price === 0 && row.deletedAt === null
}

export async function findBySession(
  ctx: Reader,
  buyerId: string,
  sessionId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(eq(payments.sessionId, sessionId), eq(payments.buyerId, buyerId)))
  return row
}

/** A condition: payments of the buyer for the recipe, paid or begun. */
export function isFor(buyerId: string, workflowId: string) {
  return and(eq(payments.buyerId, buyerId), eq(payments.workflowId, workflowId))
}

const unused = and(eq(payments.state, 'authorized'), isNull(payments.jobId))

/**
 * A condition: of the current book, authorised, without a run, and valid long enough for a run that begins
 * now.
 */
export function isClaimable(ctx: Pick<Ctx, 'clock' | 'gateway'>) {
  const { book, captureBefore } = payments
  const until = neededUntil(ctx.clock.now())
  return and(
    unused,
    eq(book, currentBook(ctx)),
    or(isNull(captureBefore), gt(captureBefore, until)),
  )
}

/** A condition: authorised, without a run, and too close to expiry for any run. */
export function isExpiring(now: Date) {
  return and(unused, lte(payments.captureBefore, neededUntil(now)))
}

/** The oldest authorisation that any run could use: one paid by a link is for the run that its payer saw. */
async function findUnused(
  ctx: Pick<Ctx, 'db' | 'clock' | 'gateway'>,
  buyerId: string,
  workflowId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(and(isFor(buyerId, workflowId), isNull(payments.linkHash), isClaimable(ctx)))
    .orderBy(asc(payments.id))
    .limit(1)
  return row
}

/** An authorisation of the current book, with a run, with a proof or with neither. */
async function findAuthorizedOrUsed(
  ctx: Pick<Ctx, 'db' | 'gateway'>,
  buyerId: string,
  workflowId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        isFor(buyerId, workflowId),
        eq(payments.book, currentBook(ctx)),
        inArray(payments.state, ['authorized', 'delivered']),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(1)
  return row
}

/** The actor that had an authorisation released; undefined for none. */
export async function findReleaser(ctx: Reader, paymentId: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ detail: paymentEvents.detail })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        eq(paymentEvents.name, 'payment.release_requested'),
      ),
    )
  const by = row?.detail['by']
  return typeof by === 'string' ? by : undefined
}
