import type { SQL } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { GatewayError } from '../spec.ts'
import { changeCheckout, type Desk } from './change-checkout.ts'
import type { SandboxCheckout } from './tables.ts'

/** What `read` makes of a checkout; null for one that the sandbox does not know. */
export async function findCheckout<T>(
  desk: Desk,
  where: SQL,
  read: (db: Db, checkout: SandboxCheckout) => Promise<T>,
): Promise<T | null> {
  try {
    return await changeCheckout(desk, where, read)
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'resource_missing') return null
    throw error
  }
}
