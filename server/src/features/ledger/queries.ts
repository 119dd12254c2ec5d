import { and, asc, desc, eq, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import {
  type AccountKind,
  EFFECT,
  type EntryKind,
  type SubjectType,
} from '../../schema/ledger-kinds.ts'
import type { Book, Money } from './book.ts'

interface CreatorBalance {
  pending: number
  available: number
  /** All earnings and commission less refunds and lost disputes; payouts are not deducted. */
  lifetime: number
}

const credit = sql<string>`coalesce(sum(-${ledgerPostings.amount}), 0)`

/** Per group of entries, the captured, refunded or disputed amount of their sales. */
function posted(on: 'captured' | 'refunded' | 'disputed') {
  const kinds = (sign: 1 | -1) =>
    Object.keys(EFFECT).filter((kind) => {
      const effect = EFFECT[kind as EntryKind]
      return effect?.on === on && effect.sign === sign
    })
  const sum = (of: string[]) =>
    of.length === 0
      ? sql`0`
      : sql`coalesce(sum(${ledgerEntries.amount}) filter (where ${inArray(ledgerEntries.kind, of)}), 0)`
  return sql<string>`(${sum(kinds(1))} - ${sum(kinds(-1))})`
}

function ofOwners(ownerIds: string[], { book, currency }: Money) {
  return and(
    inArray(ledgerAccounts.ownerId, ownerIds),
    eq(ledgerAccounts.currency, currency),
    eq(ledgerAccounts.book, book),
  )
}

/** The tax that an entry adds to what is owed, or takes from it. */
const taxOfEntry = sql`(select sum(-posting.amount) from ledger_postings posting
  join ledger_accounts account on account.id = posting.account_id and account.kind = 'tax_payable'
  where posting.entry_id = ledger_entries.id)`

/** Entries that change the rest of a sale, and so the earnings; a payout does not. */
const isEarning = inArray(ledgerEntries.kind, Object.keys(EFFECT))

/** Selects sales of the person's own recipes; a commission comes from a sale of another creator. */
const isOwnSale = and(isEarning, isNotNull(ledgerPostings.sharePercent))

/** Sums all principals of one person: the account and its claimed visitors. */
export async function getCreatorBalance(
  ctx: Ctx,
  ownerIds: string[],
  money: Money,
): Promise<CreatorBalance> {
  const now = ctx.clock.now().toISOString()
  const [row] = await ctx.db
    .select({
      balance: credit,
      lifetime: sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${isEarning}), 0)`,
      pending: sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${ledgerPostings.clearsAt} > ${now}::timestamptz), 0)`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(ofOwners(ownerIds, money))
  const lifetime = Number(row?.lifetime ?? 0)
  const pending = Number(row?.pending ?? 0)
  return { pending, available: Number(row?.balance ?? 0) - pending, lifetime }
}

interface WorkflowEarnings {
  workflowId: string
  sales: number
  /** The amount that buyers paid, less refunds. */
  gross: number
  /** The tax in the gross amount. */
  tax: number
  earned: number
}

export async function sumEarningsByWorkflow(
  ctx: Ctx,
  ownerIds: string[],
  money: Money,
): Promise<WorkflowEarnings[]> {
  const rows = await ctx.db
    .select({
      workflowId: ledgerEntries.workflowId,
      sales: sql<string>`count(*) filter (where ${ledgerEntries.kind} = 'capture')`,
      earned: credit,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(ofOwners(ownerIds, money), isOwnSale))
    .groupBy(ledgerEntries.workflowId)
    .orderBy(desc(credit))
  const gross = await sumGrossByWorkflow(ctx, ownerIds, money)
  return rows.flatMap(({ workflowId, sales, earned }) =>
    workflowId === null
      ? []
      : [
          {
            workflowId,
            sales: Number(sales),
            gross: gross.get(workflowId)?.gross ?? 0,
            tax: gross.get(workflowId)?.tax ?? 0,
            earned: Number(earned),
          },
        ],
  )
}

/** Sums whole entries, because a refund of a cent may leave no line for the creator. */
async function sumGrossByWorkflow(
  ctx: Ctx,
  ownerIds: string[],
  money: Money,
): Promise<Map<string, { gross: number; tax: number }>> {
  const theirs = ctx.db
    .select({ paymentId: ledgerEntries.paymentId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(ofOwners(ownerIds, money), isOwnSale, eq(ledgerEntries.kind, 'capture')))
  const rows = await ctx.db
    .select({
      workflowId: ledgerEntries.workflowId,
      gross: sql<string>`${posted('captured')} - ${posted('refunded')} - ${posted('disputed')}`,
      tax: sql<string>`coalesce(sum(${taxOfEntry}), 0)`,
    })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.paymentId, theirs))
    .groupBy(ledgerEntries.workflowId)
  return new Map(
    rows.flatMap(({ workflowId, gross, tax }) =>
      workflowId ? [[workflowId, { gross: Number(gross), tax: Number(tax) }]] : [],
    ),
  )
}

export async function sumEarningsByDay(
  ctx: Ctx,
  ownerIds: string[],
  money: Money,
  since: Date,
): Promise<{ day: string; earned: number; sales: number }[]> {
  const day = sql<string>`to_char(${ledgerEntries.occurredAt} at time zone 'UTC', 'YYYY-MM-DD')`
  const rows = await ctx.db
    .select({
      day,
      earned: credit,
      sales: sql<string>`count(*) filter (where ${ledgerEntries.kind} = 'capture')`,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(ofOwners(ownerIds, money), isOwnSale, gte(ledgerEntries.occurredAt, since)))
    .groupBy(day)
    .orderBy(day)
  return rows.map((row) => ({ day: row.day, earned: Number(row.earned), sales: Number(row.sales) }))
}

export interface LedgerLine {
  postingId: string
  entryId: string
  seq: number
  kind: EntryKind
  key: string
  book: Book
  subjectType: SubjectType
  subjectId: string
  paymentId: string | null
  workflowId: string | null
  occurredAt: Date
  account: AccountKind
  ownerId: string | null
  jurisdiction: string | null
  /** Debits are positive, credits negative. */
  amount: number
  /** The amount of the whole entry, such as the price that a buyer paid. */
  entryAmount: number
  currency: string
  sharePercent: number | null
  clearsAt: Date | null
}

interface WhichLines {
  book?: Book
  currency?: string
  paymentId?: string
  ownerIds?: string[]
  lastEntries?: number
  /** A further condition on `ledger_postings` and `ledger_entries`. */
  where?: SQL | undefined
}

/** All lines in the order of posting, optionally of one book, one payment or some owners. */
export async function listLedgerLines(
  ctx: Pick<Ctx, 'db'>,
  which: WhichLines = {},
): Promise<LedgerLine[]> {
  const last =
    which.lastEntries === undefined
      ? undefined
      : inArray(
          ledgerEntries.id,
          ctx.db
            .select({ id: ledgerEntries.id })
            .from(ledgerEntries)
            .where(which.book && eq(ledgerEntries.book, which.book))
            .orderBy(desc(ledgerEntries.seq))
            .limit(which.lastEntries),
        )
  const rows = await ctx.db
    .select({
      postingId: ledgerPostings.id,
      entryId: ledgerEntries.id,
      seq: ledgerEntries.seq,
      kind: ledgerEntries.kind,
      key: ledgerEntries.key,
      book: ledgerEntries.book,
      subjectType: ledgerEntries.subjectType,
      subjectId: ledgerEntries.subjectId,
      paymentId: ledgerEntries.paymentId,
      workflowId: ledgerEntries.workflowId,
      occurredAt: ledgerEntries.occurredAt,
      account: ledgerAccounts.kind,
      ownerId: ledgerAccounts.ownerId,
      jurisdiction: ledgerAccounts.jurisdiction,
      amount: ledgerPostings.amount,
      entryAmount: ledgerEntries.amount,
      currency: ledgerPostings.currency,
      sharePercent: ledgerPostings.sharePercent,
      clearsAt: ledgerPostings.clearsAt,
    })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        which.book ? eq(ledgerEntries.book, which.book) : undefined,
        which.currency ? eq(ledgerEntries.currency, which.currency) : undefined,
        which.paymentId ? eq(ledgerEntries.paymentId, which.paymentId) : undefined,
        which.ownerIds ? inArray(ledgerAccounts.ownerId, which.ownerIds) : undefined,
        last,
        which.where,
      ),
    )
    .orderBy(asc(ledgerEntries.seq), asc(ledgerPostings.id))
  return rows as LedgerLine[]
}

/** The posted amounts of each payment, for reconciliation. */
export async function sumPostedByPayment(
  ctx: Ctx,
  paymentIds: string[],
): Promise<Map<string, { captured: number; refunded: number; disputed: number; tax: number }>> {
  const rows = await ctx.db
    .select({
      paymentId: ledgerEntries.subjectId,
      captured: posted('captured'),
      refunded: posted('refunded'),
      disputed: posted('disputed'),
      tax: sql<string>`coalesce(sum(${taxOfEntry}), 0)`,
    })
    .from(ledgerEntries)
    .where(
      and(eq(ledgerEntries.subjectType, 'payment'), inArray(ledgerEntries.subjectId, paymentIds)),
    )
    .groupBy(ledgerEntries.subjectId)
  return new Map(
    rows.map((row) => [
      row.paymentId,
      {
        captured: Number(row.captured),
        refunded: Number(row.refunded),
        disputed: Number(row.disputed),
        tax: Number(row.tax),
      },
    ]),
  )
}
