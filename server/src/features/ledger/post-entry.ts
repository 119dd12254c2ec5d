import { and, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import type { Money } from './book.ts'
import type { AccountName, Entry } from './entry.ts'
import type { SubjectType } from './subject-type.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** The subject of an entry, and its book. */
export interface EntryContext extends Money {
  subjectType: SubjectType
  subjectId: string
  /** Set together with the workflow where the subject is a payment. */
  paymentId: string | null
  workflowId: string | null
  occurredAt: Date
}

export function aboutPayment(
  paymentId: string,
  workflowId: string,
  { book, currency }: Money,
): Omit<EntryContext, 'occurredAt'> {
  return { subjectType: 'payment', subjectId: paymentId, paymentId, workflowId, book, currency }
}

/** Writes the entry and its lines once; false where the same event was posted before. */
export async function postEntry(tx: TxCtx, entry: Entry, about: EntryContext): Promise<boolean> {
  const id = newId()
  const made = await tx.db
    .insert(ledgerEntries)
    .values({ id, key: entry.key, kind: entry.kind, amount: entry.amount, ...about })
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning({ id: ledgerEntries.id })
  if (made.length === 0) return false
  const rows = []
  for (const { account, ...line } of entry.lines) {
    const { book, currency } = about
    const accountId = await openAccount(tx, account, { book, currency })
    rows.push({ id: newId(), entryId: id, accountId, book, currency, ...line })
  }
  await tx.db.insert(ledgerPostings).values(rows)
  return true
}

async function openAccount(tx: TxCtx, name: AccountName, money: Money): Promise<string> {
  const { kind, ownerId, jurisdiction = null } = name
  const find = () =>
    tx.db
      .select({ id: ledgerAccounts.id })
      .from(ledgerAccounts)
      .where(
        and(
          eq(ledgerAccounts.kind, kind),
          sql`${ledgerAccounts.ownerId} is not distinct from ${ownerId}::uuid`,
          sql`${ledgerAccounts.jurisdiction} is not distinct from ${jurisdiction}::text`,
          eq(ledgerAccounts.currency, money.currency),
          eq(ledgerAccounts.book, money.book),
        ),
      )
  const [found] = await find()
  if (found) return found.id
  await tx.db
    .insert(ledgerAccounts)
    .values({ id: newId(), kind, ownerId, jurisdiction, ...money })
    .onConflictDoNothing()
  const [opened] = await find()
  if (!opened) throw new Error(`the ledger account ${kind} cannot be opened`)
  return opened.id
}
