/** The subjects of ledger entries. */
export const SUBJECT_TYPES = ['payment', 'payout', 'adjustment', 'job'] as const

export type SubjectType = (typeof SUBJECT_TYPES)[number]
