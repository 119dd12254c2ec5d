import { sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { readLink, signLink } from '../../platform/secrets.ts'
import { paperNumbers } from '../../schema/payouts.ts'
import type { Book } from '../ledger/index.ts'
import { formatNumber } from './rules-statements.ts'

/** An invoice or a credit note. */
export interface Paper {
  kind: 'invoice' | 'credit'
  id: string
}

const PURPOSE = 'paper'
const HOUR_MS = 3_600_000

/** A token that opens one paper for an hour, in a window that may have no session. */
export function signPaper({ config, clock }: Ctx, { kind, id }: Paper): string {
  const until = new Date(clock.now().getTime() + HOUR_MS)
  return signLink(config.secret, { purpose: PURPOSE, parts: [kind, id], until })
}

export function readPaper({ config, clock }: Ctx, token: string): Paper | undefined {
  const [kind, id] = readLink(config.secret, { purpose: PURPOSE, token, now: clock.now() }) ?? []
  return id && (kind === 'invoice' || kind === 'credit') ? { kind, id } : undefined
}

/**
 * The next number of a series. The series stays locked until the transaction ends, and a transaction
 * that fails gives the number back, so no number is missing or used twice. A transaction asks last.
 */
export async function nextNumber(tx: TxCtx, book: Book, series: string): Promise<string> {
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
