import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { EFFECT } from './entry.ts'
import type { EntryKind } from './entry-kind.ts'
import { owedCents, type Sale } from './rules.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from './tables.ts'

/** A person's part of the money that open disputes hold: what is owed again if all are won. */
export async function sumSetAside(
  ctx: Pick<Ctx, 'db'>,
  ownerIds: string[],
  money: Money,
): Promise<number> {
  const disputed = ctx.db
    .selectDistinct({ paymentId: ledgerEntries.paymentId })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        inArray(ledgerAccounts.ownerId, ownerIds),
        eq(ledgerAccounts.currency, money.currency),
        eq(ledgerAccounts.book, money.book),
        sql`${ledgerEntries.kind} like 'dispute%'`,
      ),
    )
  const rows = await ctx.db
    .select({
      entryId: ledgerEntries.id,
      paymentId: ledgerEntries.paymentId,
      kind: ledgerEntries.kind,
      entryAmount: ledgerEntries.amount,
      contested: sql<string>`coalesce(sum(${ledgerPostings.amount}) filter (where ${ledgerAccounts.kind} = 'contested'), 0)`,
      tax: sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${ledgerAccounts.kind} = 'tax_payable'), 0)`,
      sharePercent: sql<number>`max(${ledgerPostings.sharePercent})`,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(inArray(ledgerEntries.paymentId, disputed))
    .groupBy(ledgerEntries.id)
  let total = 0
  for (const entries of Map.groupBy(rows, ({ paymentId }) => paymentId).values()) {
    const sale: Sale = { captured: 0, refunded: 0, disputed: 0, tax: 0, sharePercent: 0 }
    let contested = 0
    for (const entry of entries) {
      const effect = EFFECT[entry.kind as EntryKind]
      if (effect) sale[effect.on] += effect.sign * entry.entryAmount
      contested += Number(entry.contested)
      if (entry.kind !== 'capture') continue
      sale.sharePercent = entry.sharePercent
      sale.tax = Number(entry.tax)
    }
    total += owedCents({ ...sale, disputed: sale.disputed - contested }) - owedCents(sale)
  }
  return total
}
