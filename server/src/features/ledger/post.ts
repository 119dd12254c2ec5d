import { CLEARANCE_DAYS } from '@vignette/contract/money-limits.ts'
import { and, eq, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { ledgerEntries } from '../../schema/ledger.ts'
import type { EntryKind } from '../../schema/ledger-kinds.ts'
import { type About, type AccountName, type Entry, type Line, writeEntries } from './entry.ts'
import {
  type Capture,
  type Dispute,
  type DisputeFee,
  type Facts,
  MOVES,
  type ProcessorFee,
  type Refund,
} from './moves.ts'
import { compareStands } from './rules.ts'
import { aboutPayment, getSale, openSale } from './sale.ts'

/** Posts an event; false where it was posted before, or no account changes. */
export async function post<Kind extends keyof Facts>(
  tx: TxCtx,
  kind: Kind,
  facts: Facts[Kind],
): Promise<boolean> {
  const made = await ENTRIES[kind](kind, facts, tx)
  return made !== null && (await writeEntries(tx, [made])) === 1
}

/** Posts many payouts in a few statements; answers how many were new. */
export function postPayouts(tx: TxCtx, payouts: readonly Facts['payout'][]): Promise<number> {
  return writeEntries(
    tx,
    payouts.map((payout) => plainEntry('payout', payout)),
  )
}

type MakeEntry<Kind extends keyof Facts> = (
  kind: Kind,
  facts: Facts[Kind],
  tx: TxCtx,
) => Entry | null | Promise<Entry | null>

const ENTRIES: { [Kind in keyof Facts]: MakeEntry<Kind> } = {
  capture: captureEntry,
  refund: refundEntry,
  refund_failed: refundEntry,
  dispute: disputeEntry,
  dispute_fee: disputeFeeEntry,
  processor_fee: processorFeeEntry,
  provider_cost: plainEntry,
  free_run: plainEntry,
  payout: plainEntry,
  transfer_made: plainEntry,
  transfer_refused: plainEntry,
  payout_returned: plainEntry,
  reversal: plainEntry,
  payout_cost: plainEntry,
  adjustment: plainEntry,
  bad_debt: plainEntry,
}

function captureEntry(kind: 'capture', capture: Capture): Entry {
  const { paymentId, occurredAt, creator, amount, clearanceDays = CLEARANCE_DAYS } = capture
  const clearsAt = new Date(occurredAt.getTime() + clearanceDays * 86_400_000)
  const account: AccountName = creator
    ? { kind: creator.hasAccount ? 'creator' : 'unclaimed', ownerId: creator.principalId }
    : { kind: capture.isOwnRun ? 'own_runs' : 'owed_back', ownerId: null }
  const referrer = creator &&
    capture.referrer && {
      account: { kind: 'referrer' as const, ownerId: capture.referrer.principalId },
      clearsAt,
      commission: capture.referrer.commission,
    }
  const taxes = ((creator || capture.isOwnRun) && capture.taxes) || []
  const sides = { creator: { account, clearsAt }, referrer: referrer ?? undefined, taxes }
  const sold = openSale(sides, creator ? capture.sharePercent : 100)
  return entry(kind, paymentId, amount, MOVES[kind]({ sold, amount }), aboutPayment(capture))
}

/** A refund that was not posted has nothing to give back where it fails. */
async function refundEntry(
  kind: 'refund' | 'refund_failed',
  refund: Refund,
  tx: TxCtx,
): Promise<Entry | null> {
  const { sold, about } = await getSale(tx, refund)
  const { refundId } = refund
  const amount = kind === 'refund' ? refund.amount : await findRefunded(tx, refundId)
  if (amount === undefined) return null
  return entry(kind, refundId, amount, MOVES[kind]({ sold, amount }), about)
}

async function findRefunded(tx: TxCtx, refundId: string): Promise<number | undefined> {
  const [posted] = await tx.db
    .select({ amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.key, `refund:${refundId}`))
  return posted?.amount
}

async function disputeEntry(_: 'dispute', dispute: Dispute, tx: TxCtx): Promise<Entry | null> {
  const { paymentId, disputeId, before, after } = dispute
  const { sold, about } = await getSale(tx, dispute)
  const key = `dispute:${disputeId}`
  const nth = 1 + (await countEntries(tx, paymentId, key))
  const change = compareStands(before, after)
  if (!change) return null
  const { kind, taken, contested } = change
  const lines = MOVES[kind]({ sold, taken, contested })
  const amount = Math.abs(taken || contested)
  return { ...entry(kind, disputeId, amount, lines, about), key: `${key}:${nth}` }
}

async function disputeFeeEntry(
  kind: 'dispute_fee',
  fee: DisputeFee,
  tx: TxCtx,
): Promise<Entry | null> {
  if (fee.amount === 0) return null
  const { about } = await getSale(tx, fee)
  const before = await countEntries(tx, fee.paymentId, `dispute_fee:${fee.disputeId}`)
  return entry(
    kind,
    counted(fee.disputeId, before + 1),
    Math.abs(fee.amount),
    MOVES[kind](fee),
    about,
  )
}

function countEntries(tx: TxCtx, paymentId: string, key: string): Promise<number> {
  return tx.db.$count(
    ledgerEntries,
    and(
      eq(ledgerEntries.paymentId, paymentId),
      or(eq(ledgerEntries.key, key), sql`starts_with(${ledgerEntries.key}, ${`${key}:`})`),
    ),
  )
}

async function processorFeeEntry(
  kind: 'processor_fee',
  fee: ProcessorFee,
  tx: TxCtx,
): Promise<Entry | null> {
  if (fee.amount <= 0) return null
  const { about } = await getSale(tx, fee)
  return entry(kind, fee.paymentId, fee.amount, MOVES[kind](fee), about)
}

/** The kinds that need no look at the ledger. */
type PlainKind = Exclude<
  keyof Facts & EntryKind,
  'capture' | 'refund' | 'refund_failed' | 'dispute_fee' | 'processor_fee'
>

function plainEntry<Kind extends PlainKind>(kind: Kind, facts: Facts[Kind]): Entry {
  const moves: { [Each in PlainKind]: (facts: Facts[Each]) => Line[] } = MOVES
  const { id, ...subject } = subjectOf(facts)
  const { book, currency, occurredAt } = facts
  const about = { paymentId: null, workflowId: null, ...subject, book, currency, occurredAt }
  return entry(kind, id, Math.abs(facts.amount), moves[kind](facts), about)
}

/** What the event is about, and the id by which it is posted once. */
function subjectOf(
  facts: Facts[PlainKind],
): { id: string } & Pick<About, 'subjectType' | 'subjectId'> & Partial<About> {
  if ('payoutId' in facts) {
    const { payoutId: subjectId, nth } = facts
    return { subjectType: 'payout', subjectId, id: counted(subjectId, nth) }
  }
  if ('jobId' in facts) {
    const { jobId: subjectId, workflowId } = facts
    const paymentId = 'paymentId' in facts ? facts.paymentId : null
    return { subjectType: 'job', subjectId, paymentId, workflowId, id: `job:${subjectId}` }
  }
  if ('reference' in facts) {
    return { subjectType: 'adjustment', subjectId: newId(), id: `${facts.book}:${facts.reference}` }
  }
  return { subjectType: 'adjustment', subjectId: facts.adjustmentId, id: facts.adjustmentId }
}

function counted(id: string, nth: number): string {
  return nth === 1 ? id : `${id}:${nth}`
}

function entry(kind: EntryKind, id: string, amount: number, lines: Line[], about: About): Entry {
  return {
    kind,
    key: `${kind}:${id}`,
    amount,
    lines: lines.filter((each) => each.amount !== 0),
    about,
  }
}
