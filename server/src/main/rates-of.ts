import type { RateClass } from '@vignette/contract/define-route.ts'
import type { Config } from './config.ts'

/** Calls per minute of each rate class that the contract's routes name. */
export function ratesOf(config: Config): Record<RateClass, number> {
  return {
    writes: config.RATE_WRITES,
    remixes: config.RATE_REMIXES,
    uploads: config.RATE_UPLOADS,
    checkouts: config.RATE_CHECKOUTS,
    'sign-ins': config.RATE_SIGN_INS,
    reports: config.RATE_REPORTS,
    analytics: config.RATE_ANALYTICS,
    waitlist: config.RATE_WAITLIST,
    letters: config.RATE_LETTERS,
    exports: config.RATE_EXPORTS,
    reads: config.RATE_READS,
    webhooks: config.RATE_WEBHOOKS,
  }
}
