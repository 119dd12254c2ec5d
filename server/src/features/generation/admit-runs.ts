import { BATCH } from '@vignette/contract/batch-limits.ts'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { type JobRow, jobs } from '../../schema/generation.ts'
import { announceJob, wakeWorkers } from './job-news.ts'
import { deadline } from './lease.ts'
import { lockLocalRuns } from './local-run.ts'
import { FREE_AT_ONCE, PAID_AT_ONCE, SHORT_RUN_SECONDS } from './rules.ts'

/** Maximum per call; the sweep admits the rest. */
const MOST_CALLS = 100

type Line = Pick<JobRow, 'ownerId' | 'network'>

interface Waiting {
  ownerId: unknown
  network: unknown
  freeSeconds: unknown
  paidSeconds: unknown
}

/**
 * An SQL condition: this owner or network already has its maximum of running runs of the kind, free
 * or paid. The result holds until the transaction ends only after the owner and network were locked.
 */
export function atLimit(job: Waiting) {
  const underWay = sql`other.status in ('QUEUED', 'RUNNING') and not other.in_line`
  const free = sql`${underWay} and other.free_seconds > 0`
  const paid = sql`${underWay} and other.paid_seconds > 0`
  return sql<boolean>`case when ${job.paidSeconds}::int > 0 then (
    (select count(*) from jobs other
      where other.owner_id = ${job.ownerId} and ${paid}) >= ${PAID_AT_ONCE}
    or (select count(*) from jobs other
      where other.network = ${job.network} and ${paid}) >= ${PAID_AT_ONCE})
  else (
    (select count(*) from jobs other
      where other.owner_id = ${job.ownerId} and ${free}) >= ${FREE_AT_ONCE.owner}
    or (select count(*) >= ${FREE_AT_ONCE.network} or (
        ${job.freeSeconds}::int > ${SHORT_RUN_SECONDS} and
        count(*) filter (where other.free_seconds > ${SHORT_RUN_SECONDS}) >= ${FREE_AT_ONCE.networkLong})
      from jobs other where other.network = ${job.network} and ${free})) end`
}

/** Rows of batches wait for one another, whatever they run on. */
const isRowAtLimit = sql`${jobs.batchId} is not null and (select count(*) from jobs other
  where other.owner_id = ${jobs.ownerId} and other.batch_id is not null
    and other.status in ('QUEUED', 'RUNNING') and not other.in_line) >= ${BATCH.atOnce}`

const mayBegin = and(
  jobs.inLine,
  eq(jobs.status, 'QUEUED'),
  sql`not (${isRowAtLimit})`,
  sql`not (${jobs.freeSeconds} + ${jobs.paidSeconds} > 0 and ${atLimit(jobs)})`,
)

/** Admits the jobs in line whose turn has come: jobs of one owner and network, or all jobs. */
export async function admitRuns(ctx: Ctx, line?: Line): Promise<void> {
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
      await lockLocalRuns(tx, next)
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
