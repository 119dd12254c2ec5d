import { sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/secrets.ts'
import { paperNumbers } from '../../schema/payouts.ts'
import type { Book } from '../ledger/index.ts'
import { formatNumber } from './rules-statements.ts'

const NO_INVOICE = 'Test money: nobody was charged, so this is no real invoice.'
const ofRun = (recipe: string) => `Of one run of the recipe “${recipe}”`

/**
 * What differs between the kinds of papers. `test` stands on a paper about test money; of a buyer's
 * papers `what` names the line of the table below `head`, whose amounts have the sign, and `end`
 * stands under it.
 */
export const PAPERS = {
  statement: {
    title: 'Statement',
    series: 'VG',
    test: 'Test money: no buyer was charged, and no bank got anything.',
  },
  invoice: {
    title: 'Invoice',
    series: 'VI',
    test: NO_INVOICE,
    head: 'Supplied',
    what: (recipe: string) => `One run of the recipe “${recipe}”, delivered online`,
    sign: 1,
    end: 'Paid in full by card. Nothing is left to pay.',
  },
  credit: {
    title: 'Credit note',
    series: 'VC',
    test: NO_INVOICE,
    head: 'Refunded',
    what: ofRun,
    sign: -1,
    end: null,
  },
  correction: {
    title: 'Correction',
    series: 'VC',
    test: NO_INVOICE,
    head: 'Not refunded',
    what: ofRun,
    sign: 1,
    end: 'The bank sent the refund back, so the credit note no longer counts.',
  },
} as const
export type PaperKind = keyof typeof PAPERS

/**
 * The next number of a kind in a month. Its series stays locked until the transaction ends, and a
 * transaction that fails gives the number back, so no number is missing or used twice. A transaction
 * asks last.
 */
export async function nextNumber(
  tx: TxCtx,
  kind: PaperKind,
  book: Book,
  month: string,
): Promise<string> {
  const series = `${PAPERS[kind].series}-${month}`
  const [row] = await tx.db
    .insert(paperNumbers)
    .values({ book, series, last: 1 })
    .onConflictDoUpdate({
      target: [paperNumbers.book, paperNumbers.series],
      set: { last: sql`${paperNumbers.last} + 1` },
    })
    .returning({ last: paperNumbers.last })
  if (!row) throw new Error('the number was not written')
  return formatNumber(book, series, row.last)
}

/** An invoice, or a credit note or correction, which are rows of one table. */
export interface PaperLink {
  kind: 'invoice' | 'credit'
  id: string
}

const PURPOSE = 'paper'
const HOUR_MS = 3_600_000

/** A token that opens one paper for an hour, in a window that may have no session. */
export function signPaper({ config, clock }: Ctx, { kind, id }: PaperLink): string {
  const until = new Date(clock.now().getTime() + HOUR_MS)
  return signLink(config.secret, { purpose: PURPOSE, parts: [kind, id], until })
}

export function readPaper({ config, clock }: Ctx, token: string): PaperLink | undefined {
  const [kind, id] = readLink(config.secret, { purpose: PURPOSE, token, now: clock.now() }) ?? []
  return id && (kind === 'invoice' || kind === 'credit') ? { kind, id } : undefined
}
