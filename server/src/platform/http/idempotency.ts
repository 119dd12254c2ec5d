import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from './app-error.ts'
import { idempotencyKeys } from './tables.ts'

export interface StoredAnswer {
  status: number
  answer: unknown
}

export interface IdempotencyRequest {
  caller: string
  route: string
  key: string
  body: unknown
}

const LEASE_SECONDS = 15
const REFRESH_MS = 5_000
const JOIN_EVERY_MS = 150
const JOIN_LIMIT_MS = 15 * 60_000
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** Told the request's own name, which a repetition after its server's death is told again. */
export type RunOnce = (requestKey: string) => Promise<StoredAnswer>

/** Same key and body, same answer; a run under way is joined; failures free the key. */
export async function answerOnce(
  ctx: Ctx,
  request: IdempotencyRequest,
  run: RunOnce,
): Promise<StoredAnswer> {
  const bodyHash = createHash('sha256').update(stable(request.body)).digest('hex')
  const joinUntil = performance.now() + JOIN_LIMIT_MS
  for (;;) {
    const lease = await take(ctx, request, bodyHash)
    if (lease) return runHolding(ctx, request, lease, run)
    const row = await read(ctx, request)
    if (!row) continue
    if (row.bodyHash !== bodyHash) {
      throw new AppError(
        'idempotency_mismatch',
        'This Idempotency-Key was used with another body. Use a new key.',
      )
    }
    if (row.status !== null) return { status: row.status, answer: row.answer }
    if (performance.now() > joinUntil) {
      throw new AppError('timeout', 'The first request with this Idempotency-Key is still running.')
    }
    await pause(JOIN_EVERY_MS)
  }
}

function rowOf(request: IdempotencyRequest) {
  return and(
    eq(idempotencyKeys.caller, request.caller),
    eq(idempotencyKeys.route, request.route),
    eq(idempotencyKeys.key, request.key),
  )
}

/** The lease's end to the microsecond, which names its holder: whoever was overtaken holds another. */
const leaseName = sql<string>`${idempotencyKeys.leasedUntil}::text`

interface Lease {
  name: string
  requestKey: string
}

/** A lease for the one who may run: first of all, or after the lease of one who died. */
async function take(
  ctx: Ctx,
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
  // With its beginning, since the key may name another request once this one is forgotten.
  return { name: row.name, requestKey: `${caller}:${route}:${row.since.getTime()}:${key}` }
}

async function read(ctx: Ctx, request: IdempotencyRequest) {
  const [row] = await ctx.db.select().from(idempotencyKeys).where(rowOf(request))
  return row
}

async function runHolding(
  ctx: Ctx,
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
  try {
    const stored = await run(requestKey)
    await stopRenewing()
    await ctx.db
      .update(idempotencyKeys)
      .set({ status: stored.status, answer: stored.answer, leasedUntil: null })
      .where(held())
    return stored
  } catch (error) {
    await stopRenewing()
    await ctx.db.delete(idempotencyKeys).where(held())
    throw error
  }
}

/** JSON with sorted keys, so that the order of fields does not make another body. */
function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      part && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  )
}
