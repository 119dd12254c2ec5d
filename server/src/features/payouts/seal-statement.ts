import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import {
  type PayoutFacts,
  type StatementRow,
  statementLines,
  statements,
} from '../../schema/payouts.ts'
import { listOwners } from '../identity/index.ts'
import type { Money } from '../ledger/index.ts'
import { isUnlisted, listLines } from './list-lines.ts'
import { operatorFacts } from './operator-facts.ts'
import { nextNumber } from './paper.ts'
import { sumFigures, sumLines } from './rules-statements.ts'
import { writeCsv } from './write-csv.ts'

interface SealStatement extends Money {
  principalId: string
  kind: StatementRow['kind']
  month: string
  payout: ({ id: string } & PayoutFacts) | null
  /** The statement takes lines from before this time that stand on no statement of its kind yet. */
  until: Date
}

/**
 * Writes a statement that never changes. The caller holds the creator's lock, so that each line stands
 * on one statement of a kind. A month without lines has none; a payout has one in any case.
 */
export async function sealStatement(
  tx: TxCtx,
  { principalId, kind, month, payout, until, book, currency }: SealStatement,
): Promise<StatementRow | undefined> {
  const money = { book, currency }
  const owners = await listOwners(tx, principalId)
  const lines = await listLines(tx, owners, money, isUnlisted(kind, until))
  if (lines.length === 0 && !payout) return undefined
  const before = await findLast(tx, principalId, kind, money)
  const opening = before?.closing ?? 0
  const { id: payoutId = null, ...facts } = payout ?? {}
  const id = newId()
  const number = await nextNumber(tx, 'statement', book, month)
  const csv = writeCsv({ number, ...money, opening, lines })
  const [made] = await tx.db
    .insert(statements)
    .values({
      id,
      number,
      ...money,
      principalId,
      kind,
      month,
      payoutId,
      position: (before?.position ?? 0) + 1,
      opening,
      closing: opening + sumLines(lines),
      lineCount: lines.length,
      figures: sumFigures(lines),
      payout: payout ? (facts as PayoutFacts) : null,
      operator: operatorFacts(tx),
      csv,
      sha256: hashOf(csv),
      madeAt: tx.clock.now(),
    })
    .returning()
  const postings = sql.param(lines.map(({ postingId }) => postingId))
  await tx.db.execute(
    sql`insert into ${statementLines} (kind, posting_id, statement_id)
      select ${kind}, unnest(${postings}::uuid[]), ${id}::uuid`,
  )
  return made
}

export function hashOf(csv: string): string {
  return createHash('sha256').update(csv).digest('hex')
}

async function findLast(
  tx: TxCtx,
  principalId: string,
  kind: StatementRow['kind'],
  { book, currency }: Money,
): Promise<StatementRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(statements)
    .where(
      and(
        eq(statements.principalId, principalId),
        eq(statements.kind, kind),
        eq(statements.book, book),
        eq(statements.currency, currency),
      ),
    )
    .orderBy(desc(statements.position))
    .limit(1)
  return row
}
