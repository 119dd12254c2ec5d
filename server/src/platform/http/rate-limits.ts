import type { RateClass } from '@vignette/contract/define-route.ts'
import type { Logger } from 'pino'
import { AppError } from './app-error.ts'
import { networkOf, widerNetworkOf } from './network.ts'
import { refusals } from './observe.ts'
import type { AskBuckets } from './shared-buckets.ts'
import { type Bucket, openTokenLeases } from './token-leases.ts'

/** The key of a count: a client IP, or a principal at any address. */
export type Counted = { address: string } | { principal: string }

/** What the caller has left, in the headers of the IETF draft `RateLimit header fields for HTTP`. */
export type RateHeaders = Record<'ratelimit' | 'ratelimit-policy', string>

/**
 * Takes one token and says what is left, or throws `rate_limited` and takes none. Nothing is said of
 * a class that is off.
 */
export type RateLimiter = (
  rateClass: RateClass,
  counted: Counted,
) => Promise<RateHeaders | undefined>

/** The limit of a network as a multiple of one address's limit. */
const WIDER = 10

interface RateLimiterOptions {
  /** The buckets that all processes share; without a connection to them, each process counts alone. */
  ask?: AskBuckets
  log?: Pick<Logger, 'warn'>
  now?: () => number
  /** Once aborted, tokens are no longer given back: the process is about to leave the database. */
  until?: AbortSignal
}

/**
 * Token buckets by class: for each principal, for each client IP, and ten times as wide for the
 * network around that client IP. A full bucket holds a minute's worth. A rate of 0 switches its class off.
 */
export function createRateLimiter(
  perMinute: (rateClass: RateClass) => number,
  options: RateLimiterOptions = {},
): RateLimiter {
  const leases = openTokenLeases(options)

  return async (rateClass, counted) => {
    const rate = perMinute(rateClass)
    if (rate === 0) return undefined
    const buckets: Bucket[] = []
    if ('address' in counted) {
      const { address } = counted
      buckets.push({ key: `${rateClass} address ${networkOf(address)}`, rate })
      buckets.push({ key: `${rateClass} network ${widerNetworkOf(address)}`, rate: rate * WIDER })
    }
    if ('principal' in counted) {
      buckets.push({ key: `${rateClass} principal ${counted.principal}`, rate })
    }
    const { waitMs, left } = await leases.spend(buckets)
    if (waitMs === 0) return describeRate(rateClass, rate, left)
    refusals.inc({ class: rateClass })
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    throw new AppError(
      'rate_limited',
      `Too many calls of this kind. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds, headers: describeRate(rateClass, rate, 0, retryAfterSeconds) },
    )
  }
}

/** `t` is when the bucket is full again, or when one token is there where none is left. */
function describeRate(
  rateClass: RateClass,
  rate: number,
  left: number,
  seconds = Math.max(1, Math.ceil(((rate - left) * 60) / rate)),
): RateHeaders {
  return {
    'ratelimit-policy': `"${rateClass}";q=${rate};w=60`,
    ratelimit: `"${rateClass}";r=${left};t=${seconds}`,
  }
}
