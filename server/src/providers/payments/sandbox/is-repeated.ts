import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { refusal } from './change-checkout.ts'
import { sandboxRequests } from './tables.ts'

/** True where the key was used for the same request; refuses another request under the key, as Stripe does. */
export async function isRepeated(
  db: Db,
  key: string,
  checkoutId: string,
  ...request: (string | number)[]
): Promise<boolean> {
  const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const made = await db
    .insert(sandboxRequests)
    .values({ key, fingerprint, checkoutId })
    .onConflictDoNothing()
    .returning({ key: sandboxRequests.key })
  if (made.length > 0) return false
  const [first] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.key, key))
  if (first?.fingerprint === fingerprint) return true
  throw refusal(
    'idempotency_error',
    'Keys for idempotent requests can only be used with the parameters they were first used with.',
  )
}
