/** What a creator's code may be. */
export const CODE = {
  minLength: 3,
  maxLength: 20,
  maxPercent: 90,
  maxTotal: 100_000,
  maxPerBuyer: 100,
  maxWorkflows: 50,
  /** Codes of one creator. */
  maxCodes: 100,
} as const

export const CODE_KINDS = ['percent', 'amount', 'free'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/**
 * The creator sets `draft`, `active` or `stopped`; `used_up` and `ended` follow from the code's
 * uses and days.
 */
export const CODE_STATES = ['draft', 'active', 'used_up', 'ended', 'stopped'] as const
export type CodeState = (typeof CODE_STATES)[number]
