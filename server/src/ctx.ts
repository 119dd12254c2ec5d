import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from './main/config.ts'
import type { ChildPool } from './platform/children/pool.ts'
import type { EventHub } from './platform/events/event-hub.ts'
import type { CallCtx, HttpCaller } from './platform/http/call-ctx.ts'
import type { Wiring } from './platform/wiring/wiring.ts'
import type { ProviderRegistry } from './providers/generation/registry.ts'
import type { Product } from './providers/generation/spec.ts'
import type { PaymentGateway } from './providers/payments/spec.ts'
import type { Subject } from './subject.ts'

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

export interface Caller extends HttpCaller {
  principal: Principal | null
  sessionId: string | null
  /** By which this visitor was found, where it was. */
  anonymousId?: string
  via: 'cookie' | 'bearer' | 'none'
  /** Whether this browser's person proved who they are within the last minutes. */
  fresh?: boolean
}

/** All that a verb may use, first argument of each. */
export interface Ctx extends CallCtx {
  config: Config
  events: EventHub<Subject>
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
  /** Who hears which event and answers which port. */
  wiring: Wiring
  caller: Caller
}

/** A Ctx whose `db` is a transaction. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true
  /** Announcements that may be lost, told the Ctx outside; what must happen is queued in the transaction instead. */
  afterCommit(announce: (ctx: Ctx) => void | Promise<void>): void
}

function isTx(ctx: Ctx): ctx is TxCtx {
  return 'inTransaction' in ctx
}

/**
 * Thrown in a transaction that cannot end before a model, a store or a vendor has answered: it is
 * rolled back, the work is done while no row is locked, and the transaction begins again.
 */
export class OutsideFirst extends Error {
  readonly work: (ctx: Ctx) => Promise<void>

  constructor(work: (ctx: Ctx) => Promise<void>) {
    super('this transaction needs work that is done outside first')
    this.work = work
  }
}

/** Each time something else was missing; more is a fault. */
const MOST_TIMES = 1_000

/** One transaction; joins the one under way. May run its work again, so that changes nothing but rows. */
export async function inTransaction<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  if (isTx(ctx)) return work(ctx)
  for (let time = 1; ; time++) {
    try {
      return await transact(ctx, work)
    } catch (error) {
      if (!(error instanceof OutsideFirst) || time === MOST_TIMES) throw error
      await error.work(ctx)
    }
  }
}

const scope = new AsyncLocalStorage<{ open: boolean }>()

/** Whether this call was made by the work of a transaction that has not ended. */
export function isWithinTransaction(): boolean {
  return scope.getStore()?.open === true
}

async function transact<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>): Promise<T> {
  const announcements: ((ctx: Ctx) => void | Promise<void>)[] = []
  const here = { open: true }
  const result = await scope
    .run(here, () =>
      ctx.db.transaction(async (db) =>
        work({
          ...ctx,
          db,
          inTransaction: true,
          afterCommit: (announce) => announcements.push(announce),
        }),
      ),
    )
    .finally(() => {
      here.open = false
    })
  // Begun in their order and awaited together: news that is ready at once is sent at once.
  await Promise.all(
    announcements.map(async (announce) => {
      try {
        await announce(ctx)
      } catch (error) {
        ctx.log.warn({ err: error }, 'an announcement after commit was lost')
      }
    }),
  )
  return result
}
