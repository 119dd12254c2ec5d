import { and, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { firstIdAt } from '../../platform/ids.ts'
import { jobSteps, jobs } from './tables.ts'

const DAY_MS = 86_400_000

export function costlyProviders(tx: TxCtx): string[] {
  return tx.providers
    .list()
    .filter((provider) => provider.costs_operator)
    .map((provider) => provider.id)
}

/** The cost of ended runs that neither a buyer nor a creator's balance pays for, plus the maximum cost of unfinished runs. */
export async function sumFreeCostSince(
  tx: TxCtx,
  since: Date,
  costly: readonly string[],
  which: SQL | undefined,
): Promise<number> {
  const ended = sql`(select coalesce(sum(${jobSteps.costCents}), 0) from ${jobSteps}
    where ${jobSteps.jobId} = ${jobs.id})`
  const [row] = await tx.db
    .select({
      cents: sql<number>`coalesce(sum(case when ${jobs.finishedAt} is null
        then ${jobs.costLimit} else ${ended} end), 0)::int`,
    })
    .from(jobs)
    .where(
      and(
        // Range-scan the primary key (UUIDv7). Ids use the machine's clock, so the scan starts a day early.
        gte(jobs.id, firstIdAt(since.getTime() - DAY_MS)),
        gte(jobs.createdAt, since),
        isNull(jobs.paymentId),
        isNull(jobs.codeBook),
        which,
        sql`exists (select 1 from ${jobSteps}
          where ${jobSteps.jobId} = ${jobs.id} and ${inArray(jobSteps.provider, [...costly])})`,
      ),
    )
  return row?.cents ?? 0
}
