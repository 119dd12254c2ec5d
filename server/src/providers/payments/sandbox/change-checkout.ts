import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { GatewayError } from '../spec.ts'
import {
  type SandboxCheckout,
  sandboxCheckouts,
  sandboxEvents,
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
