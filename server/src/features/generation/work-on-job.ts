import type { Ctx } from '../../ctx.ts'
import { executeJob } from './execute-job.ts'
import { HandedBack, handleJobFailure, TimedOut } from './handle-job-failure.ts'
import { type JobLease, LostJob } from './job-lease.ts'
import type { LeasedJob } from './lease-jobs.ts'
import { leasedBy, leaseEnd } from './queries.ts'
import { HEARTBEAT_MS } from './rules.ts'
import { jobs } from './tables.ts'

/** The news of a job's own end, which needs no check, is followed by the end of the work within this time. */
const CHECK_AFTER_MS = 20

/** Executes a leased job as far as possible now: to its end, or to its next wait. */
export async function workOnJob(ctx: Ctx, job: LeasedJob, shutdown: AbortSignal): Promise<void> {
  const stop = new AbortController()
  const stopIfLost = (error: unknown) => {
    if (error instanceof LostJob) stop.abort(error)
    else ctx.log.warn({ err: error, jobId: job.id }, 'a lease could not be checked')
  }
  const renew = setInterval(() => void renewLease(ctx, job).catch(stopIfLost), HEARTBEAT_MS)
  // Any event of the job may be its cancellation.
  let check: NodeJS.Timeout | undefined
  const unsubscribe = ctx.events.subscribe(job.id, () => {
    check ??= setTimeout(() => {
      check = undefined
      checkLease(ctx, job).catch(stopIfLost)
    }, CHECK_AFTER_MS)
  })
  const handBack = () => stop.abort(new HandedBack())
  shutdown.addEventListener('abort', handBack, { once: true })
  if (shutdown.aborted) handBack()
  const deadline = setTimeout(() => stop.abort(new TimedOut()), Math.max(0, job.leftMs))
  if (job.leftMs <= 0) stop.abort(new TimedOut())
  try {
    await executeJob(ctx, job, stop)
  } catch (error) {
    await handleJobFailure(ctx, job, stop.signal.aborted ? stop.signal.reason : error)
  } finally {
    clearInterval(renew)
    clearTimeout(deadline)
    unsubscribe()
    clearTimeout(check)
    shutdown.removeEventListener('abort', handBack)
  }
}

/** Throws LostJob where the job has ended or another worker has leased the job. */
async function checkLease(ctx: Ctx, job: JobLease): Promise<void> {
  const [leased] = await ctx.db.select({ id: jobs.id }).from(jobs).where(leasedBy(job))
  if (!leased) throw new LostJob()
}

async function renewLease(ctx: Ctx, job: JobLease): Promise<void> {
  const renewed = await ctx.db
    .update(jobs)
    .set({ leasedUntil: leaseEnd })
    .where(leasedBy(job))
    .returning({ id: jobs.id })
  if (renewed.length === 0) throw new LostJob()
}
