import type { RateClass } from '@vignette/contract/define-route.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from './app-error.ts'

/** Whose calls are counted: those of a client IP, or those of a principal, wherever it calls from. */
export type Counted = { address: string } | { principal: string }

/** Takes one call, or throws `rate_limited`. */
export type RateLimiter = (rateClass: RateClass, counted: Counted) => void | Promise<void>

type Rates = Pick<
  Ctx['config'],
  | 'RATE_WRITES'
  | 'RATE_REMIXES'
  | 'RATE_UPLOADS'
  | 'RATE_CHECKOUTS'
  | 'RATE_SIGN_INS'
  | 'RATE_REPORTS'
>

/** Enough for a flood of addresses, little enough for memory; the longest unused go first. */
const MOST_BUCKETS = 50_000
const MINUTE_MS = 60_000

/** One household has a whole IPv6 /64; a mapped IPv4 address is that address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().replace(/%.*/s, '').split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * Token buckets by class, for each principal and for each client IP: a minute's worth at once, then as
 * many as flow back. Kept per process: behind n processes the limit is up to n times as wide.
 * A rate of 0 switches its class off.
 */
export function createRateLimiter(
  rates: Rates,
  now: () => number = () => performance.now(),
): RateLimiter {
  const perMinute: Record<RateClass, number> = {
    writes: rates.RATE_WRITES,
    remixes: rates.RATE_REMIXES,
    uploads: rates.RATE_UPLOADS,
    checkouts: rates.RATE_CHECKOUTS,
    'sign-ins': rates.RATE_SIGN_INS,
    reports: rates.RATE_REPORTS,
  }
  const buckets = new Map<string, { tokens: number; at: number }>()

  function fill(key: string, rate: number): { tokens: number; at: number } {
    const at = now()
    const before = buckets.get(key)
    const tokens = before
      ? Math.min(rate, before.tokens + ((at - before.at) / MINUTE_MS) * rate)
      : rate
    const bucket = { tokens, at }
    // Set anew, so that the map's order is that of last use.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > MOST_BUCKETS) {
      const oldest = buckets.keys().next()
      if (!oldest.done) buckets.delete(oldest.value)
    }
    return bucket
  }

  return (rateClass, counted) => {
    const rate = perMinute[rateClass]
    if (rate === 0) return
    const whose =
      'address' in counted
        ? `address ${networkOf(counted.address)}`
        : `principal ${counted.principal}`
    const bucket = fill(`${rateClass} ${whose}`, rate)
    if (bucket.tokens < 1) {
      const retryAfterSeconds = Math.ceil(((1 - bucket.tokens) * 60) / rate)
      throw new AppError(
        'rate_limited',
        `Too many calls of this kind. Try again in ${retryAfterSeconds} s.`,
        { retryAfterSeconds },
      )
    }
    bucket.tokens -= 1
  }
}
