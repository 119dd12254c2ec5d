/**
 * Letters that a reader switches off together.
 */
export const LETTER_GROUPS = {
  runs: 'Creations: ready, waiting for a check, or failed',
  sales: 'Sales, once a day, and what buyers ask of you',
  account: 'Your account and recipes',
  letters: 'Letters of creators whom you follow, or asked for letters',
  money: 'Receipts, refunds and payouts',
} as const
export type LetterGroup = keyof typeof LETTER_GROUPS

/** Letters that no reader can switch off: each is about money that moved. */
export const FIRM_GROUP = 'money' satisfies LetterGroup
