import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from '@vignette/contract/account-limits.ts'
import type { StaffRole } from '@vignette/contract/staff.ts'
import type { ChildTask } from './main/child.ts'
import type { Config } from './main/config.ts'
import type { SettingsTools } from './main/settings-tools.ts'
import type { ChildPool } from './platform/children/pool.ts'
import type { EventHub } from './platform/events/event-hub.ts'
import type { CallCtx, HttpCaller } from './platform/http/call-ctx.ts'
import type { Wiring } from './platform/wiring.ts'
import type { ProviderRegistry } from './providers/generation/registry.ts'
import type { Product } from './providers/generation/spec.ts'
import type { Mailer } from './providers/mail/spec.ts'
import type { PaymentGateway } from './providers/payments/spec.ts'
import type { PayoutGateway } from './providers/payouts/spec.ts'
import type { Subject } from './subject.ts'

/** The owner of things: an anonymous visitor or a user. */
export interface Principal {
  id: string
  kind: 'visitor' | 'user'
  username: string | null
  email: string | null
  banned: boolean
  approvedCreator: boolean
  admin: boolean
  /** What the operator lets this person do in the console; an admin has every role. */
  roles: readonly StaffRole[]
}

export interface Caller extends HttpCaller {
  principal: Principal | null
  sessionId: string | null
  /** The anonymous id in the request, where the visitor was found by one. */
  anonymousId?: string
  /** `command` is the operator at the command line: an admin without an account. */
  via: 'cookie' | 'bearer' | 'command' | 'none'
  /** What the caller's access token may do; absent for a browser, and for a token made before there were scopes. */
  scopes?: readonly Scope[]
  /** The sites to which a checkout of this token may return. */
  origins?: readonly string[]
  /** The cookie that tells by which way the browser came to recipes; `sourceOf` of visits reads it. */
  cameFrom?: string
  /** The signed cookie that tells by whose link the browser came; payments reads it. */
  ledBy?: string
  /** The signed cookie that tells which fan looked at the page of referrals in this browser. */
  fanOf?: string
  /** Whether the call named an access token that is unknown, expired or revoked. */
  badToken?: true
  /** When the person of this browser last proved their identity, if known. */
  provenAt?: Date | null
}

/** All tools of a verb; the first argument of each. */
export interface Ctx extends CallCtx {
  config: Config
  events: EventHub<Subject>
  /** Killable child processes for CPU-heavy or native work of jobs. */
  children: ChildPool<ChildTask>
  /** Child processes for uploads, so that jobs and uploads do not wait for each other. */
  uploadChildren: ChildPool<ChildTask>
  providers: ProviderRegistry
  /** Fetches a provider's finished file, within limits and from public addresses only. */
  fetchProduct(product: Extract<Product, { from: 'address' }>, signal: AbortSignal): Promise<Buffer>
  gateway: PaymentGateway
  /** Gateways of earlier books that can still be asked. */
  otherGateways: PaymentGateway[]
  payoutGateway: PayoutGateway
  /** Undefined where no mail goes out. */
  mailer: Mailer | undefined
  settings: SettingsTools
  /** Which listeners hear an event and which feature answers a port. */
  wiring: Wiring
  caller: Caller
}

/** A Ctx whose `db` is a transaction. */
export interface TxCtx extends Ctx {
  readonly inTransaction: true
  /**
   * Announcements that may be lost, sent through the outer Ctx after the commit; work that must
   * happen is queued in the transaction instead.
   */
  afterCommit(announce: (ctx: Ctx) => void | Promise<void>): void
}

function isTx(ctx: Ctx): ctx is TxCtx {
  return 'inTransaction' in ctx
}

/**
 * Thrown in a transaction that needs an answer of a model, a store or a vendor: the transaction is
 * rolled back, the work runs while no row is locked, and the transaction starts again.
 */
export class OutsideFirst extends Error {
  readonly work: (ctx: Ctx) => Promise<void>

  constructor(work: (ctx: Ctx) => Promise<void>) {
    super('this transaction needs work that is done outside first')
    this.work = work
  }
}

/** Each retry may lack another answer; more retries are a bug. */
const MOST_TIMES = 1_000

/** One transaction; joins the running one. The work may run twice, so it may change rows only. */
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

/** Reads side by side; within a transaction, whose connection takes one query at a time, one after the other. */
export async function readAll<T extends readonly unknown[]>(
  ctx: Ctx,
  reads: { [At in keyof T]: () => Promise<T[At]> | T[At] },
): Promise<T> {
  if (!isTx(ctx)) return Promise.all(reads.map((read) => read())) as Promise<unknown> as Promise<T>
  const found: unknown[] = []
  for (const read of reads) found.push(await read())
  return found as unknown as T
}

const scope = new AsyncLocalStorage<{ open: boolean }>()

/** Whether the caller runs inside an open transaction. */
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
  // Started in order and awaited together, so that announcements that are ready at once go out in one send.
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
