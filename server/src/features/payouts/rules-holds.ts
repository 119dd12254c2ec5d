import { PAYOUT } from '@vignette/contract/money-limits.ts'
import type { HoldCode } from '@vignette/contract/payout-words.ts'
import { CLAIM_DAYS, CLAIM_WORDS, HOUR_MS } from './rules.ts'

type RuleCode = Exclude<HoldCode, 'banned' | 'operator'>

export function isRuleCode(code: HoldCode): code is RuleCode {
  return code !== 'banned' && code !== 'operator'
}

const DAY_MS = 24 * HOUR_MS

const DAYS = {
  youngAccount: 7,
  /** As many days as a new payout account waits before the first payout. */
  bankChange: PAYOUT.accountWaitHours / 24,
  /** How long a doubt about a sale counts, by its kind. */
  doubt: { warning: 90, own: 90, card: 90, network: 30, pair: 90, ring: 60 },
  week: 30,
} as const
const MOST_OPEN_DISPUTES = 3

interface Doubtful<D extends keyof typeof DAYS.doubt> {
  paymentId: string
  doubt: D
  since: Date
}

/** What is known of a person who is to be paid. */
export interface HoldFacts {
  accountSince: Date
  bankChangedAt: Date | null
  sales: readonly Doubtful<'warning' | 'own' | 'card' | 'network'>[]
  /** Sales of other creators for which the person is owed a commission. */
  referred: readonly Doubtful<'warning' | 'pair' | 'ring'>[]
  weeks: readonly { monday: Date; by: string; paymentIds: readonly string[] }[]
  /** Disputes, newest first, where their part of the sales is too large. */
  disputed: readonly string[]
  recent: readonly string[]
  open: readonly string[]
  claimed: readonly ClaimedSales[]
}

/** What a claim of copyright holds of one recipe. */
export interface ClaimedSales {
  itemId: string
  sales: readonly string[]
  /** When the claim was followed and no objection waits; null while it may end otherwise. */
  decidedAt: Date | null
}

/** Why a rule keeps money back. */
export interface Cause {
  code: RuleCode
  /** Names what the rule saw; an admin who lifts the hold lifts it for this. */
  cause: string
  reason: string
  until: Date | null
  /** The sales whose money is kept back; null for everything. */
  sales: readonly string[] | null
}

/** The sentences for creators. They do not say what a rule counts, so that a thief learns nothing from them. */
const WORDS = {
  young_account: 'Your account is new. Payouts begin a week after it was opened.',
  bank_changed: `Your bank details were changed a short while ago. To protect you, payouts go on ${PAYOUT.accountWaitHours} hours after the change.`,
  fraud_warning:
    'A card network warns that a buyer may not have been the owner of the card. We look at that sale; everything else is paid as usual.',
  look: 'We look at some of your sales before they are paid out. You need to do nothing, and can write to us about them at any time.',
  look_referral:
    'We look at some purchases by your link before your part of them is paid out. You need to do nothing, and can write to us about them at any time.',
  dispute_rate:
    'More of your recent sales than usual are disputed by the buyers’ banks. Sales of the last 30 days wait a little longer.',
  open_disputes:
    'Several of your sales are disputed by the buyers’ banks at the same time. Payouts go on when these disputes are decided.',
} as const

/** Every cause for a hold that stands now; what concerns everything comes first. */
export function findCauses(facts: HoldFacts, now: Date): Cause[] {
  const causes = [
    youngAccount(facts),
    bankChange(facts),
    ...openDisputes(facts),
    ...facts.claimed.map(claimedSales),
    ...facts.sales.map(doubtfulSale),
    ...facts.referred.map(doubtfulReferral),
    ...facts.weeks.map(crowdedWeek),
    ...disputeRate(facts),
  ]
  return causes.filter((cause) => cause !== null).filter(({ until }) => !until || until > now)
}

const after = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS)

function youngAccount({ accountSince }: HoldFacts): Cause {
  return {
    code: 'young_account',
    cause: 'account',
    reason: WORDS.young_account,
    until: after(accountSince, DAYS.youngAccount),
    sales: null,
  }
}

function bankChange({ bankChangedAt }: HoldFacts): Cause | null {
  if (!bankChangedAt) return null
  return {
    code: 'bank_changed',
    cause: bankChangedAt.toISOString(),
    reason: WORDS.bank_changed,
    until: after(bankChangedAt, DAYS.bankChange),
    sales: null,
  }
}

function openDisputes({ open }: HoldFacts): Cause[] {
  const [newest] = open
  if (newest === undefined || open.length <= MOST_OPEN_DISPUTES) return []
  const reason = WORDS.open_disputes
  return [{ code: 'open_disputes', cause: newest, reason, until: null, sales: null }]
}

export function claimedSales({ itemId, sales, decidedAt }: ClaimedSales): Cause {
  const until = decidedAt && after(decidedAt, CLAIM_DAYS)
  return { code: 'claim', cause: itemId, reason: CLAIM_WORDS, until, sales }
}

function doubtfulSale({ paymentId, doubt, since }: HoldFacts['sales'][number]): Cause {
  const isWarning = doubt === 'warning'
  return {
    code: isWarning ? 'fraud_warning' : 'likeness',
    cause: paymentId,
    reason: isWarning ? WORDS.fraud_warning : WORDS.look,
    until: after(since, DAYS.doubt[doubt]),
    sales: [paymentId],
  }
}

function doubtfulReferral({ paymentId, doubt, since }: HoldFacts['referred'][number]): Cause {
  return {
    code: doubt === 'warning' ? 'fraud_warning' : 'referral',
    cause: paymentId,
    reason: doubt === 'warning' ? WORDS.fraud_warning : WORDS.look_referral,
    until: after(since, DAYS.doubt[doubt]),
    sales: [paymentId],
  }
}

function crowdedWeek({ monday, by, paymentIds }: HoldFacts['weeks'][number]): Cause {
  return {
    code: 'concentration',
    cause: `${monday.toISOString().slice(0, 10)} ${by}`,
    reason: WORDS.look,
    until: after(monday, 7 + DAYS.week),
    sales: paymentIds,
  }
}

function disputeRate({ disputed, recent }: HoldFacts): Cause[] {
  const [newest] = disputed
  if (newest === undefined) return []
  const reason = WORDS.dispute_rate
  return [{ code: 'dispute_rate', cause: newest, reason, until: null, sales: recent }]
}

/** A hold that a rule wants; null keeps everything back. */
export interface RuleHold extends Omit<Cause, 'sales'> {
  amount: number | null
}

export const nameOf = ({ code, cause }: { code: string; cause: string | null }) =>
  `${code} ${cause}`

/** Each sale is held once, by the first cause that names it; a cause without cleared money holds nothing. */
export function toHolds(
  causes: readonly Cause[],
  cleared: ReadonlyMap<string, number>,
): RuleHold[] {
  const held = new Set<string>()
  return causes.flatMap(({ sales, ...cause }): RuleHold[] => {
    if (sales === null) return [{ ...cause, amount: null }]
    let amount = 0
    for (const id of sales) {
      if (!held.has(id)) amount += Math.max(0, cleared.get(id) ?? 0)
      held.add(id)
    }
    return amount > 0 ? [{ ...cause, amount }] : []
  })
}
