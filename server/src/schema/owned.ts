import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'

/**
 * Claims, deletions and bans lock rows in this order. A delivery locks a job, its creation and its
 * payment in this order, so a claim, deletion or ban with another order would deadlock with a
 * delivery.
 */
export const LOCK_ORDER = [
  'sessions',
  'codes',
  'jobs',
  'media',
  'reports',
  'drafts',
  'workflows',
  'creations',
  'payments',
  'cases',
  'payouts',
  'notices',
  'statements',
  'storefronts',
  'follows',
  'referrals',
  'links',
  'collections',
  'webhooks',
  'comfy servers',
] as const
type Locks = (typeof LOCK_ORDER)[number]

/** The rows stay as they are, for the reason that follows. */
type Keep = `keep: ${string}`
/** This file of a feature does it, since it takes more than a change of the table's rows. */
type By = `by ${string}.ts`

/** What becomes of the rows that name a person. */
export type Ownership<T extends PgTable> = {
  owner: Extract<keyof T['_']['columns'], string>
  export: Exported<T> | `none: ${string}` | By
  /**
   * The rows of a deleted account, or of a banned one too, that its deletion or ban should have
   * ended; known without this where `deleted` names the rows itself.
   */
  stray?: { rows?: SQL | undefined; banned?: true }
} & (
  | { claim: OnClaim<T>; deleted: OnDeletion<T>; locks: Locks }
  | { claim: Kept; deleted: Keep | By }
)

/** `only accounts`: a visitor has no such row, so that none is there to move. */
type Kept = 'only accounts' | Keep | By
/**
 * A visitor signed in. Where the rows stay with the visitor, a deletion and an export reach those of
 * each visitor that the person was.
 */
type OnClaim<T extends PgTable> = 'move' | { moveAnd: PgUpdateSetSource<T> } | 'delete' | Kept
type OnDeletion<T extends PgTable> =
  | 'delete'
  | { delete: SQL }
  | { set(now: Date): PgUpdateSetSource<T>; where?: SQL }
  | Keep
  | By

interface Exported<T extends PgTable> {
  file: string
  order: PgColumn
  where?: SQL | undefined
  view(row: T['$inferSelect']): object
}

/** Every declared table, and what becomes of its rows. */
export const OWNED: (Ownership<PgTable> & { table: PgTable })[] = []

export function owned<T extends PgTable>(table: T, ownership: Ownership<T>): void {
  OWNED.push({ table, ...ownership })
}
