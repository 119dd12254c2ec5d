import { createHash, randomBytes } from 'node:crypto'
import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import {
  type CheckoutRequest,
  GatewayError,
  type GatewayPayment,
  type PaymentGateway,
} from '../spec.ts'
import {
  type SandboxCheckout,
  sandboxCheckouts,
  sandboxDisputes,
  sandboxEvents,
  sandboxRefunds,
  sandboxRequests,
  sandboxTransactions,
} from './tables.ts'

/** The dependencies of every sandbox action. */
export interface Desk {
  db: Db
  clock: { now(): Date }
}

export function refusal(code: string, message: string): GatewayError {
  return new GatewayError(code, message, { retryable: false })
}

export async function getCheckout(db: Db, id: string): Promise<SandboxCheckout> {
  const [row] = await db.select().from(sandboxCheckouts).where(bySession(id))
  if (!row) throw refusal('resource_missing', 'The payment gateway knows no such checkout.')
  return row
}

export const bySession = (id: string) => eq(sandboxCheckouts.id, id)

/** Changes one checkout under its row lock, after expiring each checkout and authorisation that is due. */
export async function changeCheckout<T>(
  desk: Desk,
  where: SQL | undefined,
  work: (db: Db, checkout: SandboxCheckout) => Promise<T>,
): Promise<T> {
  return desk.db.transaction(async (db) => {
    const [row] = await db.select().from(sandboxCheckouts).where(where).for('update')
    if (!row) throw refusal('resource_missing', 'The payment gateway knows no such checkout.')
    return work(db, await expire(desk, db, row))
  })
}

async function expire(desk: Desk, db: Db, checkout: SandboxCheckout): Promise<SandboxCheckout> {
  const now = desk.clock.now()
  if (checkout.state === 'open' && checkout.expiresAt <= now) {
    return moveCheckout(desk, db, checkout, { state: 'expired' }, 'checkout.session.expired')
  }
  if (checkout.state === 'authorized' && checkout.captureBefore && checkout.captureBefore <= now) {
    return moveCheckout(desk, db, checkout, { state: 'released' }, 'payment_intent.canceled')
  }
  return checkout
}

export async function announce(
  desk: Desk,
  db: Db,
  checkoutId: string,
  name: string,
): Promise<void> {
  await db
    .insert(sandboxEvents)
    .values({ id: newId(), name, checkoutId, occurredAt: desk.clock.now() })
}

/** Books a movement of the sandbox's balance; `about` has no id for a transfer. */
export async function transact(
  desk: Desk,
  db: Db,
  about: { id: string | null; currency: string },
  kind: 'charge' | 'refund' | 'refund_failure' | 'adjustment' | 'transfer' | 'transfer_refund',
  net: number,
): Promise<void> {
  if (net === 0) return
  await db.insert(sandboxTransactions).values({
    id: newId(),
    checkoutId: about.id,
    kind,
    net,
    currency: about.currency,
    createdAt: desk.clock.now(),
  })
}

export async function moveCheckout(
  desk: Desk,
  db: Db,
  checkout: SandboxCheckout,
  set: Partial<SandboxCheckout>,
  event: string,
): Promise<SandboxCheckout> {
  await db.update(sandboxCheckouts).set(set).where(eq(sandboxCheckouts.id, checkout.id))
  await announce(desk, db, checkout.id, event)
  return { ...checkout, ...set }
}

type Request = (string | number | null)[]

/** True where the key was used for the same request; refuses another request under the key, as Stripe does. */
export async function isRepeated(
  db: Db,
  key: string,
  objectId: string,
  ...request: Request
): Promise<boolean> {
  return (await findRepeated(db, key, objectId, ...request)) !== null
}

/** The object of the first request under the key; null for the first request itself. */
export async function findRepeated(
  db: Db,
  key: string,
  objectId: string,
  ...request: Request
): Promise<string | null> {
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const made = await db
    .insert(sandboxRequests)
    .values({ key, fingerprint, objectId })
    .onConflictDoNothing()
    .returning({ key: sandboxRequests.key })
  if (made.length > 0) return null
  const [first] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.key, key))
  if (first?.fingerprint === fingerprint) return first.objectId
  throw refusal(
    'idempotency_error',
    'Keys for idempotent requests can only be used with the parameters they were first used with.',
  )
}

export async function createCheckout(
  desk: Desk,
  request: CheckoutRequest,
  taxed: boolean,
): ReturnType<PaymentGateway['createCheckout']> {
  const id = `cs_sandbox_${randomBytes(24).toString('hex')}`
  const session = await desk.db.transaction(async (db) => {
    const fields = [
      request.paymentId,
      request.amount,
      request.currency,
      request.successUrl,
      request.cancelUrl,
    ]
    const first = await findRepeated(db, request.idempotencyKey, id, 'checkout', ...fields)
    if (first) return first
    await db.insert(sandboxCheckouts).values({
      id,
      intentId: `pi_${randomBytes(12).toString('hex')}`,
      paymentId: request.paymentId,
      state: 'open',
      amount: request.amount,
      currency: request.currency,
      taxed,
      title: request.title,
      successUrl: request.successUrl,
      cancelUrl: request.cancelUrl,
      metadata: request.metadata,
      createdAt: desk.clock.now(),
      expiresAt: request.expiresAt,
    })
    return id
  })
  const url = new URL(`/sandbox/checkout/${session}`, request.successUrl)
  return { sessionId: session, url: url.href, intentId: null }
}

export async function viewCheckout(db: Db, checkout: SandboxCheckout): Promise<GatewayPayment> {
  const refunds = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.checkoutId, checkout.id))
  const disputes = await db
    .select()
    .from(sandboxDisputes)
    .where(eq(sandboxDisputes.checkoutId, checkout.id))
  const paid = checkout.state !== 'open' && checkout.state !== 'expired'
  return {
    sessionId: checkout.id,
    intentId: paid ? checkout.intentId : null,
    paymentId: checkout.paymentId,
    state: checkout.state,
    amount: checkout.amount,
    capturedAmount: checkout.captured,
    currency: checkout.currency,
    taxes: checkout.taxes,
    fee: checkout.fee,
    refunds: refunds.map(({ id, refundId, amount, state }) => ({ id, refundId, amount, state })),
    disputes: disputes.map(({ id, amount, state, phase, reason, dueBy, fee }) => ({
      id,
      amount,
      state,
      phase,
      reason,
      dueBy,
      fee,
    })),
    metadata: checkout.metadata,
    captureBefore: checkout.captureBefore,
    card: checkout.card,
  }
}
