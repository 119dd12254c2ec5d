import type { RateClass } from '@vignette/contract/define-route.ts'
import type { Logger } from 'pino'
import { AppError } from './app-error.ts'
import { networkOf, widerNetworkOf } from './network.ts'
import { refusals } from './observe.ts'
import type { AskBuckets } from './shared-buckets.ts'
import { type Bucket, openTokenLeases } from './token-leases.ts'

/** The key of a count: a client IP, or a principal at any address. */
export type Counted = { address: string } | { principal: string }

/** Takes one token, or throws `rate_limited` and takes none. */
export type RateLimiter = (rateClass: RateClass, counted: Counted) => Promise<void>

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
  perMinute: Readonly<Record<RateClass, number>>,
  options: RateLimiterOptions = {},
): RateLimiter {
  const leases = openTokenLeases(options)

  return async (rateClass, counted) => {
    const rate = perMinute[rateClass]
    if (rate === 0) return
    const buckets: Bucket[] = []
    if ('address' in counted) {
      const { address } = counted
      buckets.push({ key: `${rateClass} address ${networkOf(address)}`, rate })
      buckets.push({ key: `${rateClass} network ${widerNetworkOf(address)}`, rate: rate * WIDER })
    }
    if ('principal' in counted) {
      buckets.push({ key: `${rateClass} principal ${counted.principal}`, rate })
    }
    const waitMs = await leases.spend(buckets)
    if (waitMs === 0) return
    refusals.inc({ class: rateClass })
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    throw new AppError(
      'rate_limited',
      `Too many calls of this kind. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    )
  }
}
