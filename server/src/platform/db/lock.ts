import { sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'

/** The number of an advisory lock: the same in every process of every release. */
export interface Lock {
  readonly number: number
}

const defined = new Set<number>()

/** Each purpose defines its own lock, once, when its module loads; two purposes never share a number. */
export function defineLock(number: number): Lock {
  if (defined.has(number)) throw new Error(`two advisory locks have the number ${number}`)
  defined.add(number)
  return { number }
}

/** Transaction-scoped advisory lock, optionally per key. */
export async function lockFor(
  tx: Pick<Platform, 'db'> & { readonly inTransaction: true },
  { number }: Lock,
  key?: string,
): Promise<void> {
  await tx.db.execute(
    key === undefined
      ? sql`select pg_advisory_xact_lock(${number})`
      : sql`select pg_advisory_xact_lock(${number}, hashtext(${key}))`,
  )
}

/** Takes the locks of those keys that nobody else holds, without waiting, and answers these keys. */
export async function lockFree(
  tx: Pick<Platform, 'db'> & { readonly inTransaction: true },
  { number }: Lock,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param([...keys])}::text[]) as asked (key)
    where pg_try_advisory_xact_lock(${number}, hashtext(key))`)
  return rows.map(({ key }) => key)
}
