/** The right to withdraw from a purchase, as the consumer law of the European Union gives it. */
export const CONSUMER_LAWS = ['eu', 'none'] as const
export type ConsumerLaw = (typeof CONSUMER_LAWS)[number]

export const WITHDRAWAL = { days: 14, nameMax: 100 } as const

/** Changed with the words below: a call that carries older ones is refused. */
export const WAIVER_VERSION = '2026-11-28'

/** What a buyer ticks, each by itself, to have the file at once and for good. */
export const WAIVER_WORDS = {
  begin: `I want the file now, before the ${WITHDRAWAL.days} days in which I can withdraw are over.`,
  loss: 'I know that I lose my right to withdraw as soon as the file is delivered.',
} as const

export const WITHDRAWAL_STATES = ['open', 'waived', 'withdrawn', 'over'] as const
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number]
