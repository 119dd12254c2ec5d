import { formatCents } from '@vignette/contract/money.ts'
import { CLEARANCE_DAYS, PAYOUT } from '@vignette/contract/money-limits.ts'
import {
  namePayout,
  type PayoutAccountState,
  type PayoutState,
  type UnpaidReason,
} from '@vignette/contract/payout-words.ts'

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WEEK_MS = 7 * DAY_MS

/** All allowed moves; the database's trigger holds the same list. */
export const MOVES: Record<PayoutState, readonly PayoutState[]> = {
  scheduled: ['sending', 'in_transit', 'cancelled'],
  sending: ['in_transit', 'failed'],
  in_transit: ['paid', 'returned'],
  // A bank may send money back later.
  paid: ['in_transit', 'returned'],
  // A vendor may contradict its own refusal.
  failed: ['in_transit'],
  returned: [],
  cancelled: [],
}

/** The last Friday's run, or the one due now. */
export function lastRunAt(now: Date): Date {
  return new Date(nextRunAt(now).getTime() - WEEK_MS)
}

/** The first run after now. */
export function nextRunAt(now: Date): Date {
  const next = new Date(now)
  next.setUTCHours(PAYOUT.hourUtc, 0, 0, 0)
  next.setUTCDate(next.getUTCDate() + ((PAYOUT.weekday - next.getUTCDay() + 7) % 7))
  return next > now ? next : new Date(next.getTime() + WEEK_MS)
}

export function nextRuns(now: Date, count: number): Date[] {
  const first = nextRunAt(now).getTime()
  return Array.from({ length: count }, (_, week) => new Date(first + week * WEEK_MS))
}

export function keyOf(payoutId: string, keyNumber: number): string {
  return keyNumber === 1 ? `transfer:${payoutId}` : `transfer:${payoutId}:${keyNumber}`
}

export interface Account {
  state: PayoutAccountState
  missing: readonly string[]
  missingBy: Date | null
  usableFrom: Date | null
  reason: string | null
}

export interface Hold {
  /** Null for everything. */
  amount: number | null
  reason: string
  until: Date | null
}

/** All that decides what one person is paid, in one book and currency. */
export interface Position {
  /** Credits less payouts. */
  balance: number
  /** `apart`: of a recipe that a claim keeps down, so that it waits longer than its day. */
  pending: readonly { day: string; waits: number; apart?: boolean; amount: number }[]
  /** The creator's part of open disputes, which is not in the balance. */
  setAside: number
  signedIn: boolean
  account: Account | null
  holds: readonly Hold[]
  minimum: number
  /** Payouts that have left the balance and have not arrived. */
  underWay: readonly {
    amount: number
    /** Why the bank refused it, as a sentence. */
    bankReason: string | null
    arrivesAt: Date | null
  }[]
  /** Why the vendor refused the account the last payout, if nothing was sent since. */
  refusal: string | null
  /** Whether the last payout could not be made for a reason of ours. */
  delayed: boolean
}

export interface UnpaidLine {
  amount: number
  reason: UnpaidReason
  words: string
  /** When the reason ends. */
  date: Date | null
}

/** What has cleared; below zero it is owed back. */
export function availableCents({
  balance,
  pending,
}: Pick<Position, 'balance' | 'pending'>): number {
  return balance - pending.reduce((sum, { amount }) => sum + amount, 0)
}

/** What has cleared and is not held. */
export function freeCents(position: Position): number {
  return divideHeld(position).free
}

/** What the next run pays. */
export function payableCents(position: Position, now: Date): number {
  const free = freeCents(position)
  if (free <= 0) return 0
  const { reason } = waitsFor(position, free, now)
  return reason === 'next_run' || reason === 'delayed' ? free : 0
}

/** Of all refusals only this one is about the creator's account; what else a vendor refuses is ours to mend. */
export function isOurFailure(failure: string | null): boolean {
  return failure !== 'account_restricted'
}

interface Due {
  principalId: string
  payable: number
  delayed: number
  delayedSince: Date | null
  stays: readonly UnpaidLine[]
}

/**
 * What a run pays of a balance that may be too small: each payout whole or not at all; who was delayed
 * longest comes first, then the smallest sums, so that most creators are paid; and nobody overtakes, so
 * that a large sum does not wait for ever behind newer small ones.
 */
export function fitBalance<D extends Due>(lines: readonly D[], balance: number): D[] {
  const sinceOf = ({ delayedSince }: D) => delayedSince?.getTime() ?? Number.POSITIVE_INFINITY
  const queue = lines
    .filter(({ payable }) => payable > 0)
    .toSorted(
      (a, b) =>
        // Two creators who were never delayed differ by NaN.
        sinceOf(a) - sinceOf(b) ||
        a.payable - b.payable ||
        (a.principalId < b.principalId ? -1 : 1),
    )
  let left = balance
  const waits = new Set<D>()
  for (const line of queue) {
    if (waits.size > 0 || line.payable > left) waits.add(line)
    else left -= line.payable
  }
  const fit = (line: D): D => {
    if (!waits.has(line)) return line
    const stays = { amount: line.payable, reason: 'delayed', words: SHORT, date: null } as const
    return { ...line, payable: 0, delayed: line.payable, stays: [...line.stays, stays] }
  }
  return [...queue.map(fit), ...lines.filter(({ payable }) => payable <= 0)]
}

const SHORT = 'Our balance at the payout vendor does not cover this.'

/** A line for every cent that is not paid yet: their sum is all that is unpaid. */
export function divideUnpaid(position: Position, now: Date): UnpaidLine[] {
  const available = availableCents(position)
  const { held, free } = divideHeld(position)
  const lines: UnpaidLine[] = [
    ...position.pending.filter(({ apart }) => !apart).map(clearingLine),
    {
      amount: position.setAside,
      reason: 'dispute',
      words: 'A buyer’s bank has taken this back until a dispute is decided.',
      date: null,
    },
    {
      amount: Math.min(0, available),
      reason: 'owed_back',
      words: 'More was refunded or disputed than was left: the next sales make up for it.',
      date: null,
    },
    ...mergeEqual([...position.pending.filter(({ apart }) => apart).map(heldPending), ...held]),
    { amount: free, ...waitsFor(position, free, now) },
    ...position.underWay.map(underWayLine),
  ]
  return lines.filter(({ amount }) => amount !== 0)
}

export function sumLines(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/** Holds take from what has cleared, in their order, and never more than there is; equal words are one line. */
function divideHeld(position: Position): { held: UnpaidLine[]; free: number } {
  let free = Math.max(0, availableCents(position))
  const held = position.holds.map(({ amount, reason, until }): UnpaidLine => {
    const kept = Math.min(amount ?? free, free)
    free -= kept
    return { amount: kept, reason: 'held', words: `Held back: ${reason}`, date: until }
  })
  return { held: mergeEqual(held), free }
}

function mergeEqual(lines: readonly UnpaidLine[]): UnpaidLine[] {
  const merged = new Map<string, UnpaidLine>()
  for (const line of lines) {
    const name = `${line.date?.toISOString().slice(0, 10)} ${line.words}`
    const same = merged.get(name)
    merged.set(name, same ? { ...same, amount: same.amount + line.amount } : line)
  }
  return [...merged.values()]
}

/** What a creator reads of a payout that failed for a reason of ours. */
export const DELAYED_PAYOUT = 'Delayed by us: nothing was sent, and the money is yours.'
const DELAYED =
  'Delayed by us: the money is yours, and you need to do nothing. It leaves as soon as we can send it; we try again by this day at the latest.'

type Wait = Omit<UnpaidLine, 'amount'>

/** Why free money is not paid at this moment; `next_run` where nothing stands in its way. */
function waitsFor(position: Position, free: number, now: Date): Wait {
  const { account, minimum } = position
  const wait = (reason: UnpaidReason, words: string, date: Date | null = null): Wait => ({
    reason,
    words,
    date,
  })
  if (!position.signedIn) return wait('sign_in', 'Sign in to claim this: it stays yours.')
  if (!account || account.state === 'none') {
    return wait('account_missing', 'Add a payout account to be paid.')
  }
  if (account.state === 'rejected' || account.state === 'closed') {
    const why = account.reason ?? 'it cannot receive money'
    return wait('account_refused', `The payout account was refused or closed: ${why}.`)
  }
  if (account.state !== 'ready' || !account.usableFrom) {
    const what =
      account.missing.length > 0 ? account.missing.join(', ') : 'its form is not finished'
    return wait('account_restricted', `The payout account lacks: ${what}.`, account.missingBy)
  }
  if (account.usableFrom > now) {
    const words = `A new or changed payout account is used after ${PAYOUT.accountWaitHours} hours.`
    return wait('account_waits', words, account.usableFrom)
  }
  if (free < minimum) {
    return wait('below_minimum', `Payouts begin at ${formatCents(minimum)}: this waits for more.`)
  }
  if (position.delayed) return wait('delayed', DELAYED, nextRunAt(now))
  const words = position.refusal
    ? `The last payout was refused and nothing was sent: ${position.refusal} The next one tries again.`
    : 'This leaves with the next payout.'
  return wait('next_run', words, nextRunAt(now))
}

/** After a claim of copyright was followed, buyers have so long to ask for their money. */
export const CLAIM_DAYS = 90
export const CLAIM_WORDS = `A claim of copyright keeps a recipe of yours down. What its sales earned and had not cleared when the claim came waits for the claim’s end, and ${CLAIM_DAYS} days longer where the claim stands, so that buyers can ask for their money.`

const heldPending = ({ amount }: { amount: number }): UnpaidLine => ({
  amount,
  reason: 'held',
  words: `Held back: ${CLAIM_WORDS}`,
  date: null,
})

function clearingLine({ day, waits, amount }: Position['pending'][number]): UnpaidLine {
  const isNew = waits > CLEARANCE_DAYS
  return {
    amount,
    reason: isNew ? 'new_creator' : 'clearing',
    words: isNew
      ? `Sales of a new creator clear after ${waits} days.`
      : `Sales clear after ${waits} days.`,
    date: new Date(`${day}T00:00:00Z`),
  }
}

function underWayLine({ amount, bankReason, arrivesAt }: Position['underWay'][number]): UnpaidLine {
  return bankReason === null
    ? { amount, reason: 'in_transit', words: 'This is on the way to your bank.', date: arrivesAt }
    : {
        amount,
        reason: 'bank_refused',
        words: `${namePayout({ state: 'in_transit', reason: bankReason })}: ${bankReason} Correct the bank details of your payout account.`,
        date: null,
      }
}

interface SentPayout {
  id: string
  /** What is with the creator's account at the vendor. */
  amount: number
  sentAt: Date
}

export interface BankPayout {
  amount: number
  state: 'in_transit' | 'paid' | 'failed' | 'returned'
  failure: string | null
  arrivesAt: Date | null
  createdAt: Date
}

export type BankStand =
  | { state: 'paid' }
  | { state: 'in_transit'; bankCode: string | null; arrivesAt: Date | null }

/**
 * What the bank did with each payout of one account. A vendor sends the account's whole balance to
 * the bank, not payout by payout, so the sum that arrived is matched with payouts, oldest first.
 */
export function readBank(
  sent: readonly SentPayout[],
  bank: readonly BankPayout[],
): Map<string, BankStand> {
  let arrived = bank.reduce((sum, { state, amount }) => sum + (state === 'paid' ? amount : 0), 0)
  const last = bank.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()).at(-1)
  const refused = last?.state === 'failed' || last?.state === 'returned' ? last : undefined
  const stands = new Map<string, BankStand>()
  for (const payout of sent.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())) {
    arrived -= payout.amount
    const isRefused = refused && refused.createdAt >= payout.sentAt
    stands.set(
      payout.id,
      arrived >= 0
        ? { state: 'paid' }
        : {
            state: 'in_transit',
            bankCode: isRefused ? (refused.failure ?? 'unknown') : null,
            arrivesAt: isRefused ? null : (last?.arrivesAt ?? null),
          },
    )
  }
  return stands
}

/** Whether the records of these payouts need no longer be kept; without a payout there are none. */
export function isRecordDue(sentAt: readonly Date[], now: Date, years: number): boolean {
  const last = new Date(Math.max(0, ...sentAt.map((at) => at.getTime())))
  return sentAt.length === 0 || last.setUTCFullYear(last.getUTCFullYear() + years) <= now.getTime()
}
