import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HOURS } from '@vignette/contract/limits.ts'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type Bell, openBell } from '../events/event-hub.ts'
import type { Platform } from '../platform.ts'
import { defineTask } from '../queue/define-task.ts'
import { sortedJson } from '../sorted-json.ts'
import { hoursAgo } from '../time.ts'
import { AppError } from './app-error.ts'
import type { CallCtx } from './call-ctx.ts'
import { idempotencyKeys } from './tables.ts'
import type { WatchedCaller } from './watch-caller.ts'

interface StoredAnswer {
  status: number
  answer: unknown
  /** The id of what a repetition reads again, where the answer is too long to be kept. */
  answerId?: string | undefined
}

interface IdempotencyRequest {
  caller: string
  route: string
  key: string
  body: unknown
}

const LEASE_SECONDS = 15
const REFRESH_MS = 5_000
/** Joined calls are notified of the answer; this poll finds lost notifications and dead holders. */
const LOOK_EVERY_MS = 5_000
const JOIN_LIMIT_MS = 15 * 60_000
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** Gets the request's own key, which a retry after a server crash gets again. */
type RunOnce = (requestKey: string) => Promise<StoredAnswer>

/** Same key and body, same answer; a call joins a running one; a failure frees the key. */
export async function answerOnce(
  ctx: CallCtx,
  request: IdempotencyRequest,
  run: RunOnce,
  watch?: () => WatchedCaller,
): Promise<StoredAnswer> {
  const bodyHash = digestOf(sortedJson(request.body))
  const joinUntil = performance.now() + JOIN_LIMIT_MS
  let joined: Joined | undefined
  try {
    for (;;) {
      const lease = await take(ctx, request, bodyHash)
      if (lease) {
        joined?.leave()
        return await runHolding(ctx, request, lease, run)
      }
      const row = await read(ctx, request)
      if (!row) continue
      if (row.bodyHash !== bodyHash) {
        throw new AppError(
          'idempotency_mismatch',
          'This Idempotency-Key was used with another body. Use a new key.',
        )
      }
      const { status, answer, answerId } = row
      if (status !== null) return { status, answer, ...(answerId && { answerId }) }
      if (performance.now() > joinUntil || joined?.left?.aborted) {
        throw new AppError(
          'timeout',
          'The first request with this Idempotency-Key is still running.',
        )
      }
      joined ??= join(ctx, request, watch?.())
      // `mark` answers false where the holder has just ended, and then the next read finds the answer.
      if (await mark(ctx, request)) await joined.bell.wait(LOOK_EVERY_MS)
    }
  } finally {
    joined?.leave()
  }
}

interface Joined {
  bell: Bell
  left: AbortSignal | undefined
  leave(): void
}

function join(
  ctx: CallCtx,
  request: IdempotencyRequest,
  watched: WatchedCaller | undefined,
): Joined {
  const { address } = ctx.caller
  const releaseSlot = ctx.waits.take('answers', { principal: request.caller, address })
  const bell = openBell(ctx.events, newsOf(request), watched?.left)
  return {
    bell,
    left: watched?.left,
    leave() {
      bell.close()
      watched?.stopWatching()
      releaseSlot()
    },
  }
}

async function mark(ctx: CallCtx, request: IdempotencyRequest): Promise<boolean> {
  const marked = await ctx.db
    .update(idempotencyKeys)
    .set({ joined: true })
    .where(and(rowOf(request), isNull(idempotencyKeys.status)))
    .returning({ key: idempotencyKeys.key })
  return marked.length > 0
}

/** A hash: short enough for a notification, and without the caller's own key. */
function newsOf({ caller, route, key }: IdempotencyRequest): string {
  return digestOf(`${caller} ${route} ${key}`)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function rowOf(request: IdempotencyRequest) {
  return and(
    eq(idempotencyKeys.caller, request.caller),
    eq(idempotencyKeys.route, request.route),
    eq(idempotencyKeys.key, request.key),
  )
}

/** The lease's end in microseconds identifies its holder: an overtaken holder has another end. */
const leaseName = sql<string>`${idempotencyKeys.leasedUntil}::text`

interface Lease {
  name: string
  requestKey: string
}

/** Takes the lease: as the first call of the key, or after the lease of a dead holder has run out. */
async function take(
  ctx: CallCtx,
  request: IdempotencyRequest,
  bodyHash: string,
): Promise<Lease | undefined> {
  const { caller, route, key } = request
  const taken = await ctx.db
    .insert(idempotencyKeys)
    .values({ caller, route, key, bodyHash, leasedUntil: leaseEnd, createdAt: ctx.clock.now() })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.route, idempotencyKeys.key],
      set: { leasedUntil: leaseEnd },
      setWhere: and(
        isNull(idempotencyKeys.status),
        eq(idempotencyKeys.bodyHash, bodyHash),
        lt(idempotencyKeys.leasedUntil, sql`clock_timestamp()`),
      ),
    })
    .returning({ name: leaseName, since: idempotencyKeys.createdAt })
  const [row] = taken
  if (!row) return undefined
  // With the row's creation time, since the key may belong to another request after this row is swept.
  return { name: row.name, requestKey: `${caller}:${route}:${row.since.getTime()}:${key}` }
}

async function read(ctx: CallCtx, request: IdempotencyRequest) {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(rowOf(request))
  return row
}

async function runHolding(
  ctx: CallCtx,
  request: IdempotencyRequest,
  { name, requestKey }: Lease,
  run: RunOnce,
): Promise<StoredAnswer> {
  let lease = name
  const held = () =>
    and(rowOf(request), sql`${idempotencyKeys.leasedUntil} = ${lease}::timestamptz`)
  async function renew(): Promise<void> {
    const [row] = await ctx.db
      .update(idempotencyKeys)
      .set({ leasedUntil: leaseEnd })
      .where(held())
      .returning({ lease: leaseName })
    if (row) lease = row.lease
  }
  let renewing = Promise.resolve()
  const refresh = setInterval(() => {
    renewing = renew().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'an idempotency lease was not refreshed'),
    )
  }, REFRESH_MS)
  const stopRenewing = () => {
    clearInterval(refresh)
    return renewing
  }
  /** Notifies waiting calls; a lost notification delays a waiting call by seconds. */
  const report = ([row]: { joined: boolean }[]) => {
    if (!row?.joined) return
    ctx.events
      .publish({ about: 'request', id: newsOf(request), seq: 0 })
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'an answer was not announced'))
  }
  try {
    const stored = await run(requestKey)
    await stopRenewing()
    const ended = await ctx.db
      .update(idempotencyKeys)
      .set({
        status: stored.status,
        ...(stored.answerId ? { answerId: stored.answerId } : { answer: stored.answer }),
        leasedUntil: null,
      })
      .where(held())
      .returning({ joined: idempotencyKeys.joined })
    report(ended)
    return stored
  } catch (error) {
    await stopRenewing()
    const freed = await ctx.db
      .delete(idempotencyKeys)
      .where(held())
      .returning({ joined: idempotencyKeys.joined })
    report(freed)
    throw error
  }
}

export const sweepIdempotencyKeys = defineTask({
  name: 'http.sweep-idempotency-keys',
  retryLimit: 2,
  cron: '23 * * * *',
  run: runSweepIdempotencyKeys,
})

/** Deletes keys a day old, except keys whose first request still runs. */
async function runSweepIdempotencyKeys(ctx: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = hoursAgo(ctx, IDEMPOTENCY_HOURS)
  await ctx.db
    .delete(idempotencyKeys)
    .where(
      and(
        lt(idempotencyKeys.createdAt, before),
        or(
          isNull(idempotencyKeys.leasedUntil),
          lt(idempotencyKeys.leasedUntil, sql`clock_timestamp()`),
        ),
      ),
    )
}
