import { LAUNCH } from '@vignette/contract/money-limits.ts'
import { sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'

const DAY_MS = 86_400_000

/** The lowest price at which the workflow was sold in the last 30 days, or since its publication. */
export async function findLowestPrice(tx: TxCtx, workflowId: string): Promise<number> {
  const since = new Date(tx.clock.now().getTime() - LAUNCH.lookBackDays * DAY_MS).toISOString()
  const { rows } = await tx.db.execute<{ lowest: number | null }>(sql`
    select min(price)::int as lowest from (
      select price from workflow_versions
        where workflow_id = ${workflowId} and created_at > ${since}::timestamptz
      union all
      (select price from workflow_versions
        where workflow_id = ${workflowId} and created_at <= ${since}::timestamptz
        order by version desc limit 1)
      union all
      select price from launch_prices
        where workflow_id = ${workflowId} and until_at > ${since}::timestamptz and from_at < until_at
    ) sold`)
  const lowest = rows[0]?.lowest
  if (typeof lowest !== 'number') throw new Error('the recipe has no version')
  return lowest
}
