import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { announceJob } from './announce-job.ts'
import { lockFreeRuns } from './charge-free-run.ts'
import { deadline } from './queries.ts'
import { FREE_AT_ONCE, SHORT_RUN_SECONDS } from './rules.ts'
import { type JobRow, jobs } from './tables.ts'
import { wakeWorkers } from './wake-workers.ts'

/** Maximum per call; the sweep admits the rest. */
const MOST_CALLS = 100

type Line = Pick<JobRow, 'ownerId' | 'network'>

/**
 * An SQL condition: this owner or network already has its maximum of running free runs. The result
 * holds until the transaction ends only after `lockFreeRuns` or `chargeFreeRun`.
 */
export function atFreeLimit(job: { ownerId: unknown; network: unknown; seconds: unknown }) {
  const underWay = sql`other.status in ('QUEUED', 'RUNNING') and other.free_seconds > 0 and not other.in_line`
  return sql<boolean>`(
    (select count(*) from jobs other
      where other.owner_id = ${job.ownerId} and ${underWay}) >= ${FREE_AT_ONCE.owner}
    or (select count(*) >= ${FREE_AT_ONCE.network} or (
        ${job.seconds}::int > ${SHORT_RUN_SECONDS} and
        count(*) filter (where other.free_seconds > ${SHORT_RUN_SECONDS}) >= ${FREE_AT_ONCE.networkLong})
      from jobs other where other.network = ${job.network} and ${underWay}))`
}

const mayBegin = and(
  jobs.inLine,
  eq(jobs.status, 'QUEUED'),
  sql`not ${atFreeLimit({ ownerId: jobs.ownerId, network: jobs.network, seconds: jobs.freeSeconds })}`,
)

/** Admits the jobs in line whose turn has come: jobs of one owner and network, or all jobs. */
export async function admitFreeRuns(ctx: Ctx, line?: Line): Promise<void> {
  const near = line && or(eq(jobs.ownerId, line.ownerId), inNetwork(line.network))
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const [next] = await ctx.db
      .select({ id: jobs.id, ownerId: jobs.ownerId, network: jobs.network })
      .from(jobs)
      .where(and(near, mayBegin))
      .orderBy(jobs.turn, jobs.id)
      .limit(1)
    if (!next) return
    await inTransaction(ctx, async (tx) => {
      await lockFreeRuns(tx, next)
      const [job] = await tx.db
        .update(jobs)
        // The deadline starts now: the time in line does not count.
        .set({ inLine: false, deadlineAt: deadline, seq: sql`${jobs.seq} + 1` })
        .where(and(eq(jobs.id, next.id), mayBegin))
        .returning()
      if (!job) return
      wakeWorkers(tx)
      announceJob(tx, job)
    })
  }
}

function inNetwork(network: string | null): SQL | undefined {
  return network === null ? undefined : eq(jobs.network, network)
}
