import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { listLedgerLines, type Money } from '../ledger/index.ts'
import { findSold, paymentPorts } from '../payments/index.ts'
import type { Line } from './rules.ts'
import { toLine } from './to-line.ts'

/** A person's ledger lines that meet a condition, in the order of posting, with their recipes' names. */
export async function listLines(
  ctx: Ctx,
  ownerIds: string[],
  money: Money,
  where: SQL,
): Promise<Line[]> {
  const lines = await listLedgerLines(ctx, { ownerIds, ...money, where })
  const payments = new Set(lines.flatMap(({ paymentId }) => paymentId ?? []))
  const jobIds = lines.flatMap(({ subjectType, subjectId }) =>
    subjectType === 'job' ? subjectId : [],
  )
  const names = new Map([
    ...[...(await findSold(ctx, [...payments]))].map(([id, { name }]) => [id, name] as const),
    ...(jobIds.length > 0 ? await paymentPorts.namesOfRuns.ask(ctx, { jobIds }) : []),
  ])
  return lines.map((line) => toLine(line, names))
}

/** Lines from before a time that stand on no statement of the kind. */
export function isUnlisted(kind: 'month' | 'payout', until: Date): SQL {
  return sql`ledger_entries.occurred_at < ${until.toISOString()}::timestamptz
    and not exists (select 1 from statement_lines listed
      where listed.kind = ${kind} and listed.posting_id = ledger_postings.id)`
}

export function isListedOn(statementId: string): SQL {
  return sql`exists (select 1 from statement_lines listed
    where listed.statement_id = ${statementId} and listed.posting_id = ledger_postings.id)`
}
