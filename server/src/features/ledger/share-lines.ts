import { eq, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerEntries, ledgerPostings } from './tables.ts'

/** For a join by the payment: what each entry adds to the creator's share of a sale, or takes from it. */
export function shareLines(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({
      paymentId: ledgerEntries.paymentId,
      at: ledgerEntries.occurredAt,
      share: sql<string>`-${ledgerPostings.amount}`.as('share'),
    })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(isNotNull(ledgerPostings.sharePercent))
    .as('share_lines')
}
