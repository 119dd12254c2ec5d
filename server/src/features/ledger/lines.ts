import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ledgerEntries, ledgerPostings } from '../../schema/ledger.ts'
import { EFFECT, type EntryKind } from '../../schema/ledger-kinds.ts'

/** For a join by the payment: when the creator's part of each capture clears. */
export function captureLines(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({ paymentId: ledgerEntries.paymentId, clearsAt: ledgerPostings.clearsAt })
    .from(ledgerEntries)
    .innerJoin(ledgerPostings, eq(ledgerPostings.entryId, ledgerEntries.id))
    .where(and(eq(ledgerEntries.kind, 'capture'), isNotNull(ledgerPostings.sharePercent)))
    .as('capture_lines')
}

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

const KINDS = Object.keys(EFFECT) as EntryKind[]

/** What the entry adds to the captured, refunded or disputed amount of its sale, or takes from it. */
function effectOn(what: 'captured' | 'refunded' | 'disputed'): SQL.Aliased<string> {
  const signed = (sign: 1 | -1) =>
    KINDS.filter((kind) => EFFECT[kind]?.on === what && EFFECT[kind].sign === sign)
  const amountOf = (kinds: EntryKind[]) =>
    kinds.length === 0
      ? sql`0`
      : sql`case when ${inArray(ledgerEntries.kind, kinds)} then ${ledgerEntries.amount} else 0 end`
  return sql<string>`${amountOf(signed(1))} - ${amountOf(signed(-1))}`.as(what)
}

/** The entries that change a sale, each with what it changes and with its change of the creator's share. */
export function saleEntries(ctx: Pick<Ctx, 'db'>) {
  return ctx.db
    .select({
      paymentId: ledgerEntries.paymentId,
      workflowId: ledgerEntries.workflowId,
      book: ledgerEntries.book,
      at: sql<Date>`${ledgerEntries.occurredAt}`.as('at'),
      isCapture: sql<boolean>`${ledgerEntries.kind} = 'capture'`.as('is_capture'),
      captured: effectOn('captured'),
      refunded: effectOn('refunded'),
      disputed: effectOn('disputed'),
      share: sql<string>`coalesce((
        select sum(-line.amount) from ledger_postings line
        where line.entry_id = ledger_entries.id and line.share_percent is not null), 0)`.as(
        'share',
      ),
    })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.kind, KINDS))
    .as('sale_entries')
}
