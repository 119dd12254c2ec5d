export const TRIES = 3
export const LEASE_SECONDS = 10
export const HEARTBEAT_MS = 3_000
/** Maximum attempts of a job that failed for internal reasons. */
export const BREAK_OFFS = 5
const BACKOFF_BASE_MS = 1_000
const BACKOFF_MAX_MS = 60_000

/** Exponential backoff with jitter; a vendor's Retry-After has priority. */
export function backoffMs(tries: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, BACKOFF_MAX_MS)
  const full = Math.min(BACKOFF_BASE_MS * 2 ** (tries - 1), BACKOFF_MAX_MS)
  return Math.round(full / 2 + (full / 2) * random)
}

export interface SchedulableStep {
  stepId: string
  state: 'pending' | 'running' | 'waiting' | 'done'
  /** The next try or poll is due. */
  due: boolean
}

/** Steps that may run now: each is due, and the products of the steps it depends on are stored. */
export function readySteps(
  steps: readonly SchedulableStep[],
  dependencies: ReadonlyMap<string, readonly string[]>,
): string[] {
  const done = new Set(steps.filter((step) => step.state === 'done').map((step) => step.stepId))
  const ids = new Set(steps.map((step) => step.stepId))
  return steps
    .filter((step) => step.state === 'pending' && step.due)
    .filter((step) =>
      (dependencies.get(step.stepId) ?? []).every((name) => !ids.has(name) || done.has(name)),
    )
    .map((step) => step.stepId)
}

/** Percent of the whole job: finished steps, and the mean of the running ones. */
export function overallPercent(steps: number, done: number, running: readonly number[]): number {
  if (steps === 0) return 0
  const partial = running.reduce((sum, percent) => sum + Math.min(100, Math.max(0, percent)), 0)
  return Math.min(99, Math.round(((done * 100 + partial) / (steps * 100)) * 1000) / 10)
}

/** Each unfinished job of an owner moves the owner's next job back by this many seconds. */
export const TURN_SECONDS = 60
/** The epoch of turns, in seconds since 1970, so that turns fit an integer. */
export const TURN_EPOCH = 1_760_000_000

/** A free run of more CPU seconds is a long run. */
export const SHORT_RUN_SECONDS = 10

/** Maximum of simultaneous free runs on this machine, over all processes; further runs wait in line. */
export const FREE_AT_ONCE = {
  owner: 2,
  /** The most for all signed-out visitors of one client IP together. */
  network: 4,
  /** The most long runs among these four, so that a picture does not wait for films. */
  networkLong: 3,
} as const

/**
 * Maximum of simultaneous paid runs on this machine for one buyer, or for all signed-out buyers of
 * one client IP: on a public server, where nobody is charged before a run delivers.
 */
export const PAID_AT_ONCE = 2

export interface LeaseLimits {
  /** How many jobs a worker may lease now. */
  most: number
  /** The maximum CPU seconds of a free run among these jobs. */
  mostSeconds: number
  /** The maximum CPU seconds of a paid run that counts. */
  mostPaidSeconds: number
  /** Whether rows of batches may be among them. */
  batches: boolean
}

const ANY_SECONDS = 2 ** 31 - 1

/**
 * Free runs never take the last quarter of a worker's concurrency, nor long free runs the last half,
 * nor paid runs that count, nor rows of batches, the last quarter, where free ones begin.
 */
export function leaseLimits(
  concurrency: number,
  running: readonly { freeSeconds: number; paidSeconds: number; batchId: string | null }[],
): LeaseLimits {
  const longerThan = (seconds: number) =>
    running.filter(({ freeSeconds }) => freeSeconds > seconds).length
  const left = concurrency - running.length
  const threeQuarters = Math.max(1, concurrency - Math.ceil(concurrency / 4))
  const free = threeQuarters - longerThan(0)
  const paid = threeQuarters - running.filter(({ paidSeconds }) => paidSeconds > 0).length
  const long = Math.max(1, Math.floor(concurrency / 2)) - longerThan(SHORT_RUN_SECONDS)
  const batch = threeQuarters - running.filter(({ batchId }) => batchId !== null).length
  if (left <= 0) return { most: 0, mostSeconds: 0, mostPaidSeconds: 0, batches: false }
  // A batch of any kind fits the smallest room of the kinds that it may hold.
  const mostSeconds = free <= 0 ? 0 : long <= 0 ? SHORT_RUN_SECONDS : ANY_SECONDS
  const rooms = [left, ...[free, long, paid, batch].filter((room) => room > 0)]
  return {
    most: Math.min(...rooms),
    mostSeconds,
    mostPaidSeconds: paid > 0 ? ANY_SECONDS : 0,
    batches: batch > 0,
  }
}

export interface SlotLimits {
  atOnce: number | undefined
  perMinute: number | undefined
}

/** A released slot wakes a step; polling only covers a lost wake. */
const ASK_AGAIN_MS = 2_000
const ASK_AGAIN_EACH_MS = 500
const ASK_AGAIN_MOST_MS = 30_000

/** The wait of a step for a slot at its provider, behind steps with an earlier turn. */
export function slotWaitMs(
  limits: SlotLimits,
  now: { taken: number; ahead: number; paceMs: number },
): number {
  let waitMs = 0
  if (limits.perMinute !== undefined) {
    // First come, first served: no rate slot is reserved for a step that may never claim one.
    waitMs = now.paceMs <= 0 ? 0 : now.paceMs + (now.ahead * 60_000) / limits.perMinute
  }
  if (limits.atOnce !== undefined && now.taken + now.ahead >= limits.atOnce) {
    const again = ASK_AGAIN_MS + now.ahead * ASK_AGAIN_EACH_MS
    waitMs = Math.max(waitMs, Math.min(ASK_AGAIN_MOST_MS, again))
  }
  return waitMs
}
