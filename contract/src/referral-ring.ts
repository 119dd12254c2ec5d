/**
 * From `sales` sales by one fan's link within `days` days on, more than `percent` of them with one
 * card, network or creator is unusual; the hashes of card and network are kept for `hashDays`.
 */
export const REFERRAL_RING = { sales: 3, percent: 50, days: 30, hashDays: 60 } as const
