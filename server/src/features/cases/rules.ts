import { CASE, type CaseSide, type CaseState } from '@vignette/contract/case-words.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'

/** What the rules read of a case. */
export interface Case {
  state: CaseState
  answerBy: Date
  operatorSince: Date | null
  trouble: string | null
  granted: number | null
  decision: string | null
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
export const REMIND_BEFORE_MS = 24 * HOUR_MS
/** How long the words of a closed case are kept: a bank may ask about the payment until then. */
export const WORDS_DAYS = 180

/** What decides whether a case may be opened about a payment. */
interface Complainable {
  state: string
  captured: number
  refunded: number
  disputed: number
  capturedAt: Date | null
}

export function openUntil({ capturedAt }: Pick<Complainable, 'capturedAt'>): Date | null {
  return capturedAt && new Date(capturedAt.getTime() + CASE.days * DAY_MS)
}

export function answerUntil(from: Date): Date {
  return new Date(from.getTime() + CASE.answerHours * HOUR_MS)
}

/** Why no case can be opened about the payment, for its buyer; null where one can. */
export function whyNoCase(payment: Complainable, now: Date): string | null {
  const until = openUntil(payment)
  if (payment.state === 'captured_undelivered') {
    return 'Nothing was delivered for this payment: it is refunded in full without a case.'
  }
  if (payment.state !== 'captured' || !until) {
    return 'Nothing was charged so far. Once it is, you can say here what is wrong.'
  }
  if (payment.disputed > 0) return 'Your bank was asked to take this payment back, and decides.'
  if (payment.refunded >= payment.captured) return 'This payment was refunded in full.'
  if (now > until) {
    return `This could be said until ${formatDay(until.toISOString())}, ${CASE.days} days after the charge.`
  }
  return null
}

export function isUndecided({ state }: Pick<Case, 'state'>): boolean {
  return state === 'open' || state === 'answered'
}

export function waitsFor(row: Pick<Case, 'state' | 'operatorSince'>) {
  if (!isUndecided(row)) return null
  return row.operatorSince ? 'operator' : 'creator'
}

/** What the person on this side may do now. */
export function mayOf(row: Case, side: CaseSide, isUser: boolean) {
  const undecided = isUndecided(row)
  return {
    answer: undecided && side === 'creator' && row.state === 'open',
    // Money goes back after a fresh sign-in alone.
    grant: undecided && isUser && side !== 'buyer',
    refuse: undecided && side === 'operator',
    withdraw: undecided && side === 'buyer',
  }
}

/** Where the case stands and what happens next. */
export function describeCase(row: Case, side: CaseSide): string {
  const you = side === 'creator'
  const answerBy = formatDay(row.answerBy.toISOString())
  switch (row.state) {
    case 'open':
      if (row.trouble) return `The refund did not go through: ${row.trouble} We look at it.`
      if (row.operatorSince) {
        return `The ${you ? 'time for your answer' : 'creator’s time for an answer'} is over. We decide now.`
      }
      return you
        ? `Please answer or give the money back by ${answerBy}. After that we decide.`
        : `The creator may answer until ${answerBy}. After that we decide.`
    case 'answered':
      if (row.trouble) return `The refund did not go through: ${row.trouble} We look at it.`
      return `${you ? 'You' : 'The creator'} answered. We decide now.`
    case 'granted':
      return `${formatCents(row.granted ?? 0)} goes back to ${side === 'buyer' ? 'you; your bank may take some days to show it' : 'the buyer'}.`
    case 'refused':
      return 'We decided that nothing is given back.'
    case 'withdrawn':
      return `${side === 'buyer' ? 'You' : 'The buyer'} took this back.`
    case 'ended':
      return ENDINGS[row.decision as Ending]
  }
}

/** What ended a case without a decision about it, by the word that its row keeps. */
const ENDINGS = {
  disputed: 'A bank was asked to take this payment back. The bank decides now.',
  refunded: 'The payment was refunded in full.',
  buyer_left: 'The buyer’s account was deleted.',
} as const
export type Ending = keyof typeof ENDINGS
