import { createHash } from 'node:crypto'
import type { UserInputs } from '@vignette/contract/creations.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { readLink, signLink } from '../../../platform/secrets.ts'
import { sortedJson } from '../../../platform/sorted-json.ts'
import { type PaymentRow, payments } from '../../../schema/payments.ts'
import { keepPayerAddress } from '../../notices/index.ts'
import type { Reader } from '../payment.ts'
import { findPayment, findWaitingEvent, lockPayment } from '../payment.ts'
import { HOUR_MS } from '../rules.ts'
import { keepWaiver } from '../waiver.ts'
import { throttleRefresh } from './refresh-payment.ts'

/** A person may be asked in the evening and pay in the morning; Stripe's checkouts live a day at most. */
export const LINK_MS = 23 * HOUR_MS

const LINK = 'pay'

/** Opens the page on which a holder of the link sees what it buys, and pays for it. */
export function signPaymentLink(
  { config }: Pick<Ctx, 'config'>,
  { id, createdAt }: Pick<PaymentRow, 'id' | 'createdAt'>,
): string {
  const until = new Date(createdAt.getTime() + LINK_KEPT_MS)
  return signLink(config.secret, { purpose: LINK, parts: [id], until })
}

/** A payer may come back to read what became of the payment. */
const LINK_KEPT_MS = 30 * 24 * HOUR_MS

/** The payment of a link, as the gateway has it now. */
export async function findByLink(ctx: Ctx, token: string): Promise<PaymentRow> {
  const link = { purpose: LINK, token, now: ctx.clock.now() }
  const [id] = readLink(ctx.config.secret, link) ?? []
  const payment = id && (await findPayment(ctx, id))
  if (!payment) throw new AppError('not_found', 'This link is not whole, or older than 30 days.')
  const { state, sessionId } = payment
  // An event that waits in the queue says that there is news, however lately the gateway was asked.
  const event =
    state === 'created' && sessionId ? await findWaitingEvent(ctx, sessionId) : undefined
  return throttleRefresh(ctx, payment, { reader: 'return', event })
}

/** Tells where to pay, and keeps where the payer's receipt goes. */
export async function payByLink(
  ctx: Ctx,
  {
    token,
    email,
    waiver,
  }: { token: string; email?: string | undefined; waiver?: WaiverBody | undefined },
): Promise<{ url: string }> {
  const { id } = await findByLink(ctx, token)
  return inTransaction(ctx, async (tx) => {
    const payment = await lockPayment(tx, id)
    const { state, linkUrl, buyerId } = payment
    if (state !== 'created' || !linkUrl) {
      throw new AppError('payment_state', 'Nothing can be paid by this link any more.')
    }
    if (waiver) await keepWaiver(tx, payment)
    if (email) await keepPayerAddress(tx, { ownerId: buyerId, subjectId: id, address: email })
    return { url: linkUrl }
  })
}

/** What a call of a program asks for: two calls with the same hash ask for the same run. */
export function hashOfRun(
  key: string | undefined,
  run: {
    workflowId: string
    user_inputs: UserInputs
    public: boolean
    made_from?: string | undefined
    drawing?: string | undefined
  },
): string {
  const { workflowId, user_inputs, made_from, drawing } = run
  const asked = { key, workflowId, user_inputs, public: run.public, made_from, drawing }
  return createHash('sha256').update(sortedJson(asked)).digest('hex')
}

/** What a call for a batch asks for, as `hashOfRun` says it of one run. */
export function hashOfBatch(
  key: string | undefined,
  {
    workflowId,
    rows,
    public: isPublic,
  }: { workflowId: string; rows: UserInputs[]; public: boolean },
): string {
  const asked = { key, workflowId, rows, public: isPublic }
  return createHash('sha256').update(sortedJson(asked)).digest('hex')
}

/** What was paid, or can be, by the link of an earlier call for the same run, and has no run yet. */
export async function findLinked(
  ctx: Reader,
  buyerId: string,
  linkHash: string,
): Promise<PaymentRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.buyerId, buyerId),
        eq(payments.linkHash, linkHash),
        inArray(payments.state, ['created', 'authorized']),
        isNull(payments.jobId),
      ),
    )
    .orderBy(asc(payments.state), desc(payments.id))
    .limit(1)
  return row
}
