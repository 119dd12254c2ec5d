import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobs } from '../../schema/generation.ts'
import { workflowVersions } from '../../schema/workflows.ts'
import { type LedgerLine, listLedgerLines, type Money } from '../ledger/index.ts'
import { findSold } from '../payments/index.ts'
import type { Line, Part } from './rules-statements.ts'

/** A kind of entry that is not named here is an adjustment, so that no movement is left out. */
const PART_OF: Partial<Record<LedgerLine['kind'], Part>> = {
  capture: 'sales',
  refund: 'refunds',
  refund_failed: 'refunds',
  dispute_opened: 'disputes',
  dispute_won: 'disputes',
  dispute_lost: 'disputes',
  dispute_reopened: 'disputes',
  dispute_raised: 'disputes',
  dispute_lowered: 'disputes',
  free_run: 'free_runs',
  payout: 'payouts',
  transfer_refused: 'payouts',
  payout_returned: 'payouts',
  reversal: 'payouts',
  processor_fee: 'fees',
  dispute_fee: 'fees',
  payout_cost: 'fees',
}

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
    ...(jobIds.length > 0 ? await findNamesOfRuns(ctx, jobIds) : []),
  ])
  return lines.map((line) => toLine(line, names))
}

/** The names of the versions that these jobs ran; a version keeps its name. */
async function findNamesOfRuns(
  ctx: Pick<Ctx, 'db'>,
  jobIds: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select({ id: jobs.id, name: sql<string>`${workflowVersions.recipe} ->> 'name'` })
    .from(jobs)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, jobs.workflowId),
        eq(workflowVersions.version, jobs.workflowVersion),
      ),
    )
    .where(sql`${jobs.id} = any(${sql.param(jobIds)}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
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

/** `names` are the recipes' names by payment, or by the job of a free run. */
function toLine(line: LedgerLine, names: ReadonlyMap<string, string>): Line {
  const isCommission = line.account === 'referrer'
  return {
    postingId: line.postingId,
    postedAt: line.occurredAt,
    posting: line.kind,
    part: isCommission ? 'commissions' : (PART_OF[line.kind] ?? 'adjustments'),
    recipe: names.get(line.paymentId ?? line.subjectId) ?? '',
    workflowId: line.workflowId,
    paymentId: line.paymentId,
    payoutId: line.subjectType === 'payout' ? line.subjectId : null,
    buyerPaid: line.kind === 'capture' && !isCommission ? line.entryAmount : null,
    sharePercent: line.sharePercent,
    amount: -line.amount,
  }
}
