/** A fan's part of the price of a new buyer's purchases, out of the platform's, and for how many days. */
export const REFERRAL = { percent: 5, days: 30 } as const

/**
 * The cookie in which a browser keeps whose link its reader followed; signed, and read by the
 * server alone.
 */
export const REFERRAL_COOKIE = 'vignette_via'
/** The cookie that marks a browser in which an account has signed in, as its own. */
export const REFERRER_COOKIE = 'vignette_fan'
