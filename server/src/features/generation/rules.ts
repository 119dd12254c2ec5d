import { createHash } from 'node:crypto'

export const TRIES = 3
export const LEASE_SECONDS = 10
export const HEARTBEAT_MS = 3_000
/** How often a job that broke off for reasons of ours is taken up again. */
export const BREAK_OFFS = 5
const BACKOFF_BASE_MS = 1_000
const BACKOFF_MAX_MS = 60_000

/** Exponential, with jitter so that many jobs do not come back at once; a vendor's wish wins. */
export function backoffMs(tries: number, retryAfterMs: number | undefined, random: number): number {
  if (retryAfterMs !== undefined) return Math.min(retryAfterMs, BACKOFF_MAX_MS)
  const full = Math.min(BACKOFF_BASE_MS * 2 ** (tries - 1), BACKOFF_MAX_MS)
  return Math.round(full / 2 + (full / 2) * random)
}

/** The same for every try of a step, so that a retry makes the same picture. */
export function seedOf(jobId: string, stepId: string): number {
  return createHash('sha256').update(`${jobId}:${stepId}`).digest().readUInt32BE(0) >>> 1
}

export interface SchedulableStep {
  stepId: string
  state: 'pending' | 'running' | 'waiting' | 'done'
  /** Its time to be tried or asked again has come. */
  due: boolean
}

/** Steps that may begin now: each is due, and the steps it depends on are stored. */
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

/** Percent of the whole: finished steps and the mean of those under way. */
export function overallPercent(steps: number, done: number, running: readonly number[]): number {
  if (steps === 0) return 0
  const partial = running.reduce((sum, percent) => sum + Math.min(100, Math.max(0, percent)), 0)
  return Math.min(99, Math.round(((done * 100 + partial) / (steps * 100)) * 1000) / 10)
}

/** What each unfinished job of a visitor costs the next one, in seconds of waiting behind others. */
export const TURN_SECONDS = 60
/** Seconds since 1970 that turns begin at, so that they fit an integer. */
export const TURN_EPOCH = 1_760_000_000

/** A free run that takes longer of a core is long. */
export const SHORT_RUN_SECONDS = 10

/** Free runs on this machine that may be under way at once, over all processes; further ones wait in line. */
export const FREE_AT_ONCE = {
  owner: 2,
  /** Of all signed-out visitors at one client IP. */
  network: 4,
  /** Of those four, so that a picture does not wait for films. */
  networkLong: 3,
} as const

export interface LeaseLimits {
  /** How many jobs a worker may lease now. */
  most: number
  /** None of them may take longer of a core of this machine, as a free run. */
  mostSeconds: number
}

const ANY_SECONDS = 2 ** 31 - 1

/** A quarter of a worker's concurrency is kept from free runs, half from long ones. */
export function leaseLimits(
  concurrency: number,
  running: readonly { freeSeconds: number }[],
): LeaseLimits {
  const longerThan = (seconds: number) =>
    running.filter(({ freeSeconds }) => freeSeconds > seconds).length
  const left = concurrency - running.length
  const free = Math.max(1, concurrency - Math.ceil(concurrency / 4)) - longerThan(0)
  const long = Math.max(1, Math.floor(concurrency / 2)) - longerThan(SHORT_RUN_SECONDS)
  if (left <= 0) return { most: 0, mostSeconds: 0 }
  if (free <= 0) return { most: left, mostSeconds: 0 }
  if (long <= 0) return { most: Math.min(left, free), mostSeconds: SHORT_RUN_SECONDS }
  return { most: Math.min(left, free, long), mostSeconds: ANY_SECONDS }
}

export interface SlotLimits {
  atOnce: number | undefined
  perMinute: number | undefined
}

/** A step is woken when a slot falls free; asking again only finds what a lost wake left. */
const ASK_AGAIN_MS = 2_000
const ASK_AGAIN_EACH_MS = 500
const ASK_AGAIN_MOST_MS = 30_000

/** How long a step waits for its slot at a provider, behind the steps whose turn is earlier. */
export function slotWaitMs(
  limits: SlotLimits,
  now: { taken: number; ahead: number; paceMs: number },
): number {
  let waitMs = 0
  if (limits.perMinute !== undefined) {
    // First come, first served: a rate slot is not reserved for a step that may never claim it.
    waitMs = now.paceMs <= 0 ? 0 : now.paceMs + (now.ahead * 60_000) / limits.perMinute
  }
  if (limits.atOnce !== undefined && now.taken + now.ahead >= limits.atOnce) {
    const again = ASK_AGAIN_MS + now.ahead * ASK_AGAIN_EACH_MS
    waitMs = Math.max(waitMs, Math.min(ASK_AGAIN_MOST_MS, again))
  }
  return waitMs
}
