import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { type AccountKind, EFFECT, type EntryKind } from '../../schema/ledger-kinds.ts'
import {
  type AccountName,
  aboutPayment,
  common,
  type EntryContext,
  type Line,
  line,
} from './entry.ts'
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

/** The lines by which all sides gain (credits) or give back (debits) between two states of a sale. */
export function shares({ creator, referrer, taxes }: Sides, before: Sale, after: Sale): Line[] {
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
    line(common('platform'), -change.platform),
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

interface PostedSale extends Sides {
  sale: Sale
  about: Omit<EntryContext, 'occurredAt'>
}

/**
 * The state of a payment's sale according to the ledger. Locks the capture's row, so that concurrent
 * changes of one sale start from different states; undefined where nothing was captured.
 */
async function readSale(tx: TxCtx, paymentId: string): Promise<PostedSale | undefined> {
  const [capture] = await tx.db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.paymentId, paymentId), eq(ledgerEntries.kind, 'capture')))
    .for('update')
  if (!capture) return undefined
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
  const referrer = lines.map(referrerIn).find((side) => side !== undefined)
  const sale: Sale = {
    captured: 0,
    refunded: 0,
    disputed: 0,
    tax: taxes.reduce((sum, { amount }) => sum + amount, 0),
    sharePercent: creatorLine.sharePercent,
    commission: referrer?.commission,
  }
  const entries = await tx.db
    .select({ kind: ledgerEntries.kind, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, paymentId))
  for (const { kind, amount } of entries) {
    const effect = EFFECT[kind as EntryKind]
    if (effect) sale[effect.on] += effect.sign * amount
  }
  return {
    sale,
    taxes,
    referrer,
    creator: {
      account: { kind: creatorLine.kind as AccountKind, ownerId: creatorLine.ownerId },
      clearsAt: creatorLine.clearsAt,
    },
    about: aboutPayment(paymentId, capture.workflowId, capture),
  }
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

export async function getSale(tx: TxCtx, paymentId: string): Promise<PostedSale> {
  const posted = await readSale(tx, paymentId)
  if (!posted) throw new Error(`the payment ${paymentId} has no capture in the ledger`)
  return posted
}
