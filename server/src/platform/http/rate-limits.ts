import type { RateClass } from '@vignette/contract/define-route.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from './app-error.ts'
import { refusals } from './metrics.ts'
import { networkOf, widerNetworkOf } from './network-of.ts'
import type { AskBuckets } from './shared-buckets.ts'
import { type Bucket, openTokenLeases } from './token-leases.ts'

/** Whose calls are counted: those of a client IP, or those of a principal, wherever it calls from. */
export type Counted = { address: string } | { principal: string }

/** Takes one call, or throws `rate_limited` and takes nothing. */
export type RateLimiter = (rateClass: RateClass, counted: Counted) => Promise<void>

type Rates = Pick<
  Ctx['config'],
  | 'RATE_WRITES'
  | 'RATE_REMIXES'
  | 'RATE_UPLOADS'
  | 'RATE_CHECKOUTS'
  | 'RATE_SIGN_INS'
  | 'RATE_REPORTS'
  | 'RATE_ANALYTICS'
  | 'RATE_WAITLIST'
  | 'RATE_EXPORTS'
>

/** How much wider the limit of a network is than that of one address in it. */
const WIDER = 10

export interface RateLimiterOptions {
  /** The buckets of all processes; without them, and while they are away, each process counts alone. */
  ask?: AskBuckets
  log?: Pick<Ctx['log'], 'warn'>
  now?: () => number
  /** Once aborted, nothing is given back any more: the database is about to be left. */
  until?: AbortSignal
}

/**
 * Token buckets by class: for each principal, for each client IP, and ten times as wide for the
 * network around that client IP. A full bucket holds a minute's worth. A rate of 0 switches its class off.
 */
export function createRateLimiter(rates: Rates, options: RateLimiterOptions = {}): RateLimiter {
  const perMinute: Record<RateClass, number> = {
    writes: rates.RATE_WRITES,
    remixes: rates.RATE_REMIXES,
    uploads: rates.RATE_UPLOADS,
    checkouts: rates.RATE_CHECKOUTS,
    'sign-ins': rates.RATE_SIGN_INS,
    reports: rates.RATE_REPORTS,
    analytics: rates.RATE_ANALYTICS,
    waitlist: rates.RATE_WAITLIST,
    exports: rates.RATE_EXPORTS,
  }
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
