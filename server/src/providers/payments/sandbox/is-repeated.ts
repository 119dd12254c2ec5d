import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { refusal } from './change-checkout.ts'
import { sandboxRequests } from './tables.ts'

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
