import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Money } from './book.ts'
import { EFFECT } from './effect.ts'
import type { EntryKind } from './entry-kind.ts'
import { commissionCents, owedCents, type Sale } from './rules.ts'
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
  const isTheirs = inArray(ledgerAccounts.ownerId, ownerIds)
  const rows = await ctx.db
    .select({
      entryId: ledgerEntries.id,
      paymentId: ledgerEntries.paymentId,
      kind: ledgerEntries.kind,
      entryAmount: ledgerEntries.amount,
      contested: sql<string>`coalesce(sum(${ledgerPostings.amount}) filter (where ${ledgerAccounts.kind} = 'contested'), 0)`,
      tax: sql<string>`coalesce(sum(-${ledgerPostings.amount}) filter (where ${ledgerAccounts.kind} = 'tax_payable'), 0)`,
      sharePercent: sql<number>`max(${ledgerPostings.sharePercent})`,
      percent: sql<number | null>`max(${ledgerPostings.commissionPercent})`,
      covered: sql<number | null>`max(${ledgerPostings.commissionCovered})`,
      sold: sql<boolean>`coalesce(bool_or(${isTheirs} and ${ledgerPostings.sharePercent} is not null), false)`,
      referred: sql<boolean>`coalesce(bool_or(${isTheirs} and ${ledgerPostings.commissionPercent} is not null), false)`,
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
    let [sold, referred] = [false, false]
    for (const entry of entries) {
      const effect = EFFECT[entry.kind as EntryKind]
      if (effect) sale[effect.on] += effect.sign * entry.entryAmount
      contested += Number(entry.contested)
      if (entry.kind !== 'capture') continue
      sale.sharePercent = entry.sharePercent
      sale.tax = Number(entry.tax)
      if (entry.percent !== null && entry.covered !== null) {
        sale.commission = { percent: entry.percent, covered: entry.covered }
      }
      sold = entry.sold
      referred = entry.referred
    }
    const won = { ...sale, disputed: sale.disputed - contested }
    if (sold) total += owedCents(won) - owedCents(sale)
    if (referred) total += commissionCents(won) - commissionCents(sale)
  }
  return total
}
