import type { Logger } from 'pino'
import type { Hooks } from './hooks.ts'
import type { Config } from './main/config.ts'
import type { ChildPool } from './platform/children/pool.ts'
import type { Db } from './platform/db/db.ts'
import type { EventHub } from './platform/events/event-hub.ts'
import type { Queue } from './platform/queue/queue.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { ProviderRegistry } from './providers/generation/registry.ts'
import type { Product } from './providers/generation/spec.ts'
import type { PaymentGateway } from './providers/payments/spec.ts'

export interface Clock {
  /** Business time; leases use the database's. */
  now(): Date
}

/** Whoever owns something: an anonymous visitor or a user. */
export interface Principal {
  id: string
  kind: 'visitor' | 'user'
  username: string | null
  email: string | null
  banned: boolean
  approvedCreator: boolean
  admin: boolean
}

export interface Caller {
  principal: Principal | null
  sessionId: string | null
  /** By which this visitor was found, where it was. */
  anonymousId?: string
  via: 'cookie' | 'bearer' | 'none'
  /** Whether this browser's person proved who they are within the last minutes. */
  fresh?: boolean
  /** The network address, for rate limits alone. */
  address: string
}

/** All that a verb may use, first argument of each. */
export interface Ctx {
  config: Config
  log: Logger
  clock: Clock
  db: Db
  queue: Queue
  storage: Storage
  events: EventHub
  /** Killable processes for CPU-heavy or native work of jobs. */
  children: ChildPool
  /** The same for uploads, so that neither keeps the other waiting. */
  uploadChildren: ChildPool
  providers: ProviderRegistry
  /** Fetches a provider's finished file, within limits and from public addresses alone. */
  fetchProduct(product: Extract<Product, { from: 'address' }>, signal: AbortSignal): Promise<Buffer>
  gateway: PaymentGateway
  /** Of books that were current before and can still be asked. */
  otherGateways: PaymentGateway[]
  hooks: Hooks
  caller: Caller
  requestId: string
  /** Stays the same when the request is repeated with its Idempotency-Key; unique to that request. */
  requestKey?: string
  /** `http://host` as the visitor sees it: PUBLIC_URL, else the request's own. */
  origin: string
}

/** A Ctx whose `db` is a transaction. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true
  /** Announcements that may be lost; what must happen is queued in the transaction instead. */
  afterCommit(announce: () => void | Promise<void>): void
}

function isTx(ctx: Ctx): ctx is TxCtx {
  return 'inTransaction' in ctx
}

/** One transaction; joins the one under way. */
export async function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTx(ctx)) return work(ctx)
  const announcements: (() => void | Promise<void>)[] = []
  const result = await ctx.db.transaction(async (db) =>
    work({
      ...ctx,
      db,
      inTransaction: true,
      afterCommit: (announce) => announcements.push(announce),
    }),
  )
  // Begun in their order and awaited together: news that is ready at once is sent at once.
  await Promise.all(
    announcements.map(async (announce) => {
      try {
        await announce()
      } catch (error) {
        ctx.log.warn({ err: error }, 'an announcement after commit was lost')
      }
    }),
  )
  return result
}
