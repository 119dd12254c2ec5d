import { and, eq, gt, gte, isNotNull, sql } from 'drizzle-orm'
import type { TxCtx } from '../../../ctx.ts'
import { utcDayOf } from '../../../platform/utc-day.ts'
import { workflowVersions } from '../../workflows/index.ts'
import { payments } from '../tables.ts'

/** The most that the day's uncharged proofs may cost; a proof without a decision counts in full. */
export async function sumProofCost(tx: TxCtx): Promise<number> {
  const unpaid = sql`case
    when ${payments.state} in ('created', 'authorized', 'delivered') then ${payments.draws}
    when ${payments.state} in ('release_requested', 'released') then ${payments.proofs}
    else greatest(${payments.proofs} - 1, 0) end`
  const [row] = await tx.db
    .select({
      cents: sql<number>`coalesce(sum(${workflowVersions.cost} * ${unpaid}), 0)::int`,
    })
    .from(payments)
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.workflowId, payments.workflowId),
        eq(workflowVersions.version, payments.workflowVersion),
      ),
    )
    .where(
      and(
        isNotNull(payments.draws),
        gt(workflowVersions.cost, 0),
        gte(payments.createdAt, utcDayOf(tx.clock.now()).start),
      ),
    )
  return row?.cents ?? 0
}
