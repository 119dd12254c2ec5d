import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { type AccountKind, EFFECT, type EntryKind } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'
import { type About, type AccountName, type Line, line } from './entry.ts'
import {
  type Commission,
  divideChange,
  remainingCents,
  type Sale,
  type TaxPart,
  taxesIn,
} from './rules.ts'

/** The creator's side of a sale, or the buyer's where no creation was delivered. */
interface CreatorSide {
  account: AccountName
  clearsAt: Date
}

/** The fan who led the buyer here. */
interface ReferrerSide {
  account: AccountName
  clearsAt: Date
  commission: Commission
}

/** Whose accounts the lines of a sale are posted to, besides the platform's. */
export interface Sides {
  creator: CreatorSide
  referrer?: ReferrerSide | undefined
  /** The taxes in the captured amount. */
  taxes: readonly TaxPart[]
}

/** A sale as the ledger has it. */
export interface Sold extends Sides {
  sale: Sale
}

/** A sale before its capture. */
export function openSale(sides: Sides, sharePercent: number): Sold {
  const tax = sides.taxes.reduce((sum, { amount }) => sum + amount, 0)
  const commission = sides.referrer?.commission
  return {
    ...sides,
    sale: { captured: 0, refunded: 0, disputed: 0, tax, sharePercent, commission },
  }
}

/** The lines by which all sides gain (credits) or give back (debits) where so much more is captured, refunded or disputed. */
export function sharesOf(
  { creator, referrer, taxes, sale: before }: Sold,
  what: 'captured' | 'refunded' | 'disputed',
  amount: number,
): Line[] {
  const after = { ...before, [what]: before[what] + amount }
  const change = divideChange(before, after)
  const owedBefore = taxesIn(taxes, remainingCents(before), before.captured)
  const owedAfter = taxesIn(taxes, remainingCents(after), after.captured)
  return [
    {
      ...line(creator.account, -change.creator),
      sharePercent: after.sharePercent,
      clearsAt: creator.clearsAt,
    },
    ...(referrer ? [commissionLine(referrer, -change.referrer)] : []),
    ...owedAfter.map(({ jurisdiction, amount }, index) =>
      line(
        { kind: 'tax_payable', ownerId: null, jurisdiction },
        (owedBefore[index]?.amount ?? 0) - amount,
      ),
    ),
    line('platform', -change.platform),
  ]
}

function commissionLine({ account, clearsAt, commission }: ReferrerSide, amount: number): Line {
  return {
    ...line(account, amount),
    clearsAt,
    commissionPercent: commission.percent,
    commissionCovered: commission.covered,
  }
}

interface SaleEvent {
  paymentId: string
  occurredAt: Date
}

/**
 * The state of a payment's sale according to the ledger, and what an entry about it says. Locks the
 * capture's row, so that concurrent changes of one sale start from different states.
 */
export async function getSale(
  tx: TxCtx,
  { paymentId, occurredAt }: SaleEvent,
): Promise<{ sold: Sold; about: About }> {
  const [capture] = await tx.db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'capture')))
    .for('update')
  if (!capture) throw new Error(`the payment ${paymentId} has no capture in the ledger`)
  const lines = await tx.db
    .select({
      amount: ledgerPostings.amount,
      sharePercent: ledgerPostings.sharePercent,
      clearsAt: ledgerPostings.clearsAt,
      commissionPercent: ledgerPostings.commissionPercent,
      commissionCovered: ledgerPostings.commissionCovered,
      kind: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      jurisdiction: ledgerAccounts.jurisdiction,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(
      and(
        eq(ledgerPostings.entryId, capture.id),
        or(isNotNull(ledgerPostings.clearsAt), isNotNull(ledgerAccounts.jurisdiction)),
      ),
    )
    .orderBy(asc(ledgerPostings.id))
  const creatorLine = lines.find(({ sharePercent }) => sharePercent !== null)
  const taxes = lines.flatMap(({ jurisdiction, amount }) =>
    jurisdiction === null ? [] : [{ jurisdiction, amount: -amount }],
  )
  if (!capture.workflowId) throw new Error(`the capture ${capture.id} names no recipe`)
  if (!creatorLine?.clearsAt || creatorLine.sharePercent === null) {
    throw new Error(`the capture ${capture.id} has no creator's line`)
  }
  const { kind, ownerId, sharePercent, clearsAt } = creatorLine
  const referrer = lines.map(referrerIn).find((side) => side !== undefined)
  const creator = { account: { kind: kind as AccountKind, ownerId }, clearsAt }
  const sold = openSale({ creator, referrer, taxes }, sharePercent)
  const entries = await tx.db
    .select({ kind: ledgerEntries.kind, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, paymentId))
  for (const { kind, amount } of entries) {
    const effect = EFFECT[kind as EntryKind]
    if (effect) sold.sale[effect.on] += effect.sign * amount
  }
  const { workflowId, book, currency } = capture
  return { sold, about: aboutPayment({ paymentId, workflowId, book, currency, occurredAt }) }
}

function referrerIn(line: {
  ownerId: string | null
  clearsAt: Date | null
  commissionPercent: number | null
  commissionCovered: number | null
}): ReferrerSide | undefined {
  const { ownerId, clearsAt, commissionPercent: percent, commissionCovered: covered } = line
  if (!clearsAt || percent === null || covered === null) return undefined
  return { account: { kind: 'referrer', ownerId }, clearsAt, commission: { percent, covered } }
}

export function aboutPayment({
  paymentId,
  workflowId,
  book,
  currency,
  occurredAt,
}: SaleEvent & Money & { workflowId: string }): About {
  return {
    subjectType: 'payment',
    subjectId: paymentId,
    paymentId,
    workflowId,
    book,
    currency,
    occurredAt,
  }
}
