/** What a creator's code may be. */
export const CODE = {
  minLength: 3,
  maxLength: 20,
  maxPercent: 90,
  maxTotal: 100_000,
  maxPerBuyer: 100,
  maxRecipes: 50,
  /** For each creator. */
  maxCodes: 100,
} as const

export const CODE_KINDS = ['percent', 'amount', 'free'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

/** Stored: what the creator chose. Shown besides: what became of the code. */
export const CODE_STATES = ['draft', 'active', 'used_up', 'ended', 'stopped'] as const
export type CodeState = (typeof CODE_STATES)[number]
