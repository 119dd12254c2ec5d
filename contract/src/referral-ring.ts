/**
 * From so many sales by one fan's link within so many days on, more than this part with one card,
 * network or creator is unusual; the hashes of card and network are kept for so many days.
 */
export const REFERRAL_RING = { sales: 3, percent: 50, days: 30, hashDays: 60 } as const
