import type { Logger } from 'pino'
import type { AskBuckets, Asked } from './shared-buckets.ts'

export interface Bucket {
  key: string
  /** Tokens a minute, which is also the bucket's capacity. */
  rate: number
}

/** This process's view of one bucket. */
interface Known extends Bucket {
  /** The bucket as if this process were alone: never fewer tokens than the shared bucket has for it. */
  alone: number
  at: number
  leased: number
  leasedUntil: number
  /** The shared bucket was empty; reset once a token has flowed back. */
  emptyUntil: number
}

/** Upper bound of tracked buckets; LRU eviction. */
const MOST_BUCKETS = 50_000
const MINUTE_MS = 60_000
/** A lease lasts a tenth of a minute and holds at most a tenth of a minute's tokens. */
const LEASE_MS = 6_000
const LEASE_SHARE = 10
const GIVE_BACK_MS = 1_000
/** Timeout of a query to the shared buckets, and the pause after a failed one. */
const PATIENCE_MS = 500
const AWAY_MS = 2_000

interface TokenLeases {
  /**
   * Takes one token of each bucket and waits for none, or takes none and says the wait. `left` is
   * what this process knows to be left in the scarcest bucket: at most so many.
   */
  spend(buckets: readonly Bucket[]): Promise<{ waitMs: number; left: number }>
}

/**
 * Spends tokens that were leased in batches from buckets that all processes share. An unspent lease
 * is given back after six seconds, so any number of processes together admit at most a full bucket,
 * the tokens that flowed back in that time, and six seconds of the rate more. While the shared
 * buckets are away, each process enforces the rate alone.
 */
export function openTokenLeases(options: {
  ask?: AskBuckets
  log?: Pick<Logger, 'warn'>
  now?: () => number
  until?: AbortSignal
}): TokenLeases {
  const { ask, log, until, now = () => performance.now() } = options
  const known = new Map<string, Known>()
  const leasing = new Set<Known>()
  let wanted = new Map<Known, number>()
  let next: Promise<void> | undefined
  let current: Promise<void> | undefined
  let awayUntil = 0
  let giving: NodeJS.Timeout | undefined

  function look({ key, rate }: Bucket): Known {
    const at = now()
    const bucket = known.get(key) ?? {
      key,
      rate,
      alone: rate,
      at,
      leased: 0,
      leasedUntil: 0,
      emptyUntil: 0,
    }
    bucket.alone = Math.min(rate, bucket.alone + ((at - bucket.at) / MINUTE_MS) * rate)
    bucket.at = at
    // Moved to the end: the map is ordered by last use.
    known.delete(key)
    known.set(key, bucket)
    if (known.size > MOST_BUCKETS) {
      const oldest = known.keys().next()
      if (!oldest.done) known.delete(oldest.value)
    }
    return bucket
  }

  const leasedNow = (bucket: Known) => (bucket.leasedUntil > now() ? bucket.leased : 0)
  const waitFor = (tokens: number, rate: number) => ((1 - tokens) * MINUTE_MS) / rate

  /** Asks once for all tokens that were wanted while the last query ran. */
  function lease(buckets: readonly Known[]): Promise<void> {
    for (const bucket of buckets) wanted.set(bucket, (wanted.get(bucket) ?? 0) + 1)
    next ??= (current ?? Promise.resolve()).then(send)
    return next
  }

  async function send(): Promise<void> {
    const asking = wanted
    wanted = new Map()
    current = next
    next = undefined
    const given = expired().filter((bucket) => !asking.has(bucket))
    const asked: Asked[] = [
      ...[...asking].map(([{ key, rate }, calls]) => ({
        key,
        rate,
        tokens: Math.min(rate, Math.max(calls, Math.ceil(rate / LEASE_SHARE))),
      })),
      ...given.map(({ key, rate, leased }) => ({ key, rate, tokens: -leased })),
    ]
    for (const bucket of given) forget(bucket)
    if (asked.length === 0) return
    try {
      // Measured from before the query, so that its latency does not extend the lease.
      const at = now()
      const answer = (await ask?.(asked)) ?? new Map()
      for (const bucket of asking.keys()) {
        const { granted, left } = answer.get(bucket.key) ?? { granted: 0, left: 0 }
        const rest = leasedNow(bucket)
        if (rest === 0) bucket.leasedUntil = at + LEASE_MS
        bucket.leased = rest + granted
        if (left < 1) bucket.emptyUntil = at + waitFor(left, bucket.rate)
        leasing.add(bucket)
      }
      plan()
    } catch (error) {
      away(error)
    }
  }

  function away(error: unknown): void {
    if (awayUntil < now()) log?.warn({ err: error }, 'rates are counted by each process alone')
    awayUntil = now() + AWAY_MS
  }

  const expired = () =>
    [...leasing].filter((bucket) => bucket.leasedUntil <= now() && bucket.leased > 0)

  function forget(bucket: Known): void {
    bucket.leased = 0
    leasing.delete(bucket)
  }

  /** Gives unspent tokens back, many leases in one statement. */
  function plan(): void {
    if (giving || leasing.size === 0 || until?.aborted) return
    giving = setTimeout(() => {
      giving = undefined
      if (until?.aborted) return
      for (const bucket of leasing) if (bucket.leased === 0) leasing.delete(bucket)
      if (expired().length === 0) return plan()
      void lease([]).then(plan)
    }, GIVE_BACK_MS)
    giving.unref()
  }

  async function patiently(answer: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        away(new Error('the shared buckets do not answer'))
        resolve()
      }, PATIENCE_MS)
    })
    await Promise.race([answer, late])
    clearTimeout(timer)
  }

  return {
    async spend(wants) {
      const buckets = wants.map(look)
      for (;;) {
        const scarce = buckets.filter((bucket) => bucket.alone < 1)
        if (scarce.length > 0) {
          const waitMs = Math.max(...scarce.map(({ alone, rate }) => waitFor(alone, rate)))
          return { waitMs, left: 0 }
        }
        const alone = !ask || awayUntil > now()
        const unleased = alone ? [] : buckets.filter((bucket) => leasedNow(bucket) < 1)
        const empty = Math.max(0, ...unleased.map(({ emptyUntil }) => emptyUntil - now()))
        if (empty > 0) return { waitMs: empty, left: 0 }
        if (unleased.length > 0) {
          await patiently(lease(unleased))
          continue
        }
        for (const bucket of buckets) {
          bucket.alone -= 1
          if (leasedNow(bucket) >= 1) bucket.leased -= 1
        }
        return { waitMs: 0, left: Math.floor(Math.min(...buckets.map(({ alone }) => alone))) }
      }
    },
  }
}
