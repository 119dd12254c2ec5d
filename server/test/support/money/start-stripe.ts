import { StripeSandbox } from '@vignette/stripe-sandbox'
import { createTestDatabase } from '../create-test-database.ts'

/** Stripe at an address of its own, which keeps its books in a database of its own. */
export type StripeStandIn = StripeSandbox & { origin: string; close(): Promise<void> }

/** Stripe holds recent income back as pending; one cent is enough for the tests. */
export const PENDING = 1

export async function startStripe(now = () => new Date()): Promise<StripeStandIn> {
  const database = await createTestDatabase()
  const { pool } = database
  const seller = 'Vignette'
  const sandbox = new StripeSandbox({
    pool,
    clock: { now },
    secret: 'stripe',
    seller,
    pending: PENDING,
  })
  const listening = await sandbox.listen()
  return Object.assign(sandbox, {
    origin: listening.origin,
    async close() {
      await listening.close()
      await database.drop()
    },
  })
}
