import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerEntries, ledgerPostings } from './tables.ts'

/** For a join by the payment: when the creator's part of each capture clears. */
export function captureLines(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({ paymentId: ledgerEntries.paymentId, clearsAt: ledgerPostings.clearsAt })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(and(eq(ledgerEntries.kind, 'capture'), isNotNull(ledgerPostings.sharePercent)))
    .as('capture_lines')
}
