import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import type { AccountKind, EntryKind, SubjectType } from '../../schema/ledger-kinds.ts'
import type { Money } from './book.ts'

export interface AccountName {
  kind: AccountKind
  ownerId: string | null
  /** Set for `tax_payable` only: the country, or the country and state, to which the tax is owed. */
  jurisdiction?: string
}

export interface Line {
  account: AccountName
  /** Debits are positive, credits negative. */
  amount: number
  sharePercent: number | null
  clearsAt: Date | null
  /** Set for a referrer's line only. */
  commissionPercent: number | null
  commissionCovered: number | null
}

/** What an entry is about, and its book. */
export interface About extends Money {
  subjectType: SubjectType
  subjectId: string
  /** Set together with the workflow where the subject is a payment. */
  paymentId: string | null
  workflowId: string | null
  occurredAt: Date
}

export interface Entry {
  kind: EntryKind
  /** Names the event, which is posted once. */
  key: string
  amount: number
  lines: Line[]
  about: About
}

export function line(account: AccountKind | AccountName, amount: number): Line {
  return {
    account: typeof account === 'string' ? { kind: account, ownerId: null } : account,
    amount,
    sharePercent: null,
    clearsAt: null,
    commissionPercent: null,
    commissionCovered: null,
  }
}

/** Writes the entries with their lines, but none of an event that was posted before; answers how many were new. */
export async function writeEntries(tx: TxCtx, entries: readonly Entry[]): Promise<number> {
  const posts = entries.filter(({ lines }) => lines.length > 0)
  if (posts.length === 0) return 0
  const made = await tx.db
    .insert(ledgerEntries)
    .values(
      posts.map(({ key, kind, amount, about }) => ({ id: newId(), key, kind, amount, ...about })),
    )
    .onConflictDoNothing({ target: ledgerEntries.key })
    .returning({ id: ledgerEntries.id, key: ledgerEntries.key })
  if (made.length === 0) return 0
  const ids = new Map(made.map(({ id, key }) => [key, id]))
  const opened = await findAccounts(tx, posts)
  const rows = []
  for (const { key, lines, about } of posts) {
    const entryId = ids.get(key)
    if (!entryId) continue
    const { book, currency } = about
    for (const { account, ...line } of lines) {
      const name = nameOf(account, about)
      const accountId = opened.get(name) ?? (await openAccount(tx, account, { book, currency }))
      opened.set(name, accountId)
      rows.push({ id: newId(), entryId, accountId, book, currency, ...line })
    }
  }
  await tx.db.insert(ledgerPostings).values(rows)
  return made.length
}

type Named = Omit<AccountName, 'kind' | 'jurisdiction'> & {
  kind: string
  jurisdiction?: string | null
}

function nameOf({ kind, ownerId, jurisdiction }: Named, { book, currency }: Money): string {
  return JSON.stringify([kind, ownerId, jurisdiction ?? null, book, currency])
}

/** The accounts of these owners, and those without an owner, by name. */
async function findAccounts(tx: TxCtx, entries: readonly Entry[]): Promise<Map<string, string>> {
  const names = entries.flatMap(({ lines }) => lines.map(({ account }) => account))
  const owners = new Set(names.flatMap(({ ownerId }) => ownerId ?? []))
  const kinds = new Set(names.flatMap(({ kind, ownerId }) => (ownerId === null ? kind : [])))
  const rows = await tx.db
    .select()
    .from(ledgerAccounts)
    .where(
      or(
        sql`${ledgerAccounts.ownerId} = any(${sql.param([...owners])}::uuid[])`,
        and(
          isNull(ledgerAccounts.ownerId),
          sql`${ledgerAccounts.kind} = any(${sql.param([...kinds])}::text[])`,
        ),
      ),
    )
  return new Map(rows.map((row) => [nameOf(row, row), row.id]))
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
          // An index finds no row by `is not distinct from`.
          ownerId === null ? isNull(ledgerAccounts.ownerId) : eq(ledgerAccounts.ownerId, ownerId),
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
