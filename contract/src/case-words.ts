import { moneyHere } from './currency.ts'

/** What a case is about and how it goes on. */
export const CASE_REASONS = ['broken', 'not_what_i_asked', 'charged_twice'] as const
export type CaseReason = (typeof CASE_REASONS)[number]

export const CASE_REASON_WORDS: Record<CaseReason, string> = {
  broken: 'It is broken',
  not_what_i_asked: 'It is not what I asked for',
  charged_twice: 'I was charged twice',
}

/** `ended`: closed by an event outside of the case, such as a dispute. */
export const CASE_STATES = ['open', 'answered', 'granted', 'refused', 'withdrawn', 'ended'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** The side from which a reader looks at a case. */
export const CASE_SIDES = ['buyer', 'creator', 'operator'] as const
export type CaseSide = (typeof CASE_SIDES)[number]

/** `waiting`: cases that wait for the reader's own side. */
export const CASE_FILTERS = ['waiting', 'open', 'closed', 'all'] as const
export type CaseFilter = (typeof CASE_FILTERS)[number]

export const CASE = {
  /** How long after the charge a buyer may open a case. */
  days: 14,
  /** How long the creator has to answer. */
  answerHours: 72,
  textMax: 2_000,
  noteMax: 500,
  /** Below this, a first case that the machine confirms is granted at once. */
  get atOnceBelowCents() {
    return 500 * moneyHere().scale
  },
  atOnceTimes: 2,
  atOnceDays: 90,
}
