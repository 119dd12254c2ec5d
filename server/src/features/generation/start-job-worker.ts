import { hostname } from 'node:os'
import type { Ctx } from '../../ctx.ts'
import type { Runner } from '../../feature.ts'
import { jobs } from '../../schema/generation.ts'
import { executeJob } from './execute-job.ts'
import { HandedBack, handleJobFailure, TimedOut } from './handle-job-failure.ts'
import { onWake } from './job-news.ts'
import { type JobLease, LostJob, leasedBy, leaseEnd } from './lease.ts'
import { type LeasedJob, leaseJobs } from './lease-jobs.ts'
import { HEARTBEAT_MS, leaseLimits } from './rules.ts'
import { sweepJobs } from './sweep-jobs.ts'

const CONCURRENCY = 8
/** Polls for jobs that no event announces: an expired lease, or a due wake time. */
const LOOK_MS = 1_000
const SWEEP_MS = 3_000

/** Leases jobs as far as room allows and works on them until stopped; after the grace period the rest is handed back. */
export function startJobWorker(ctx: Ctx): Runner {
  const worker = `${hostname()}:${process.pid}`
  const concurrency = ctx.config.WORKER_CONCURRENCY ?? CONCURRENCY
  const shutdown = new AbortController()
  const running = new Map<LeasedJob, Promise<void>>()
  let looking: Promise<void> | undefined
  let again = false
  let stopped = false

  function look(): void {
    again = true
    looking ??= leaseWhatFits()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'jobs could not be leased'))
      .finally(() => {
        looking = undefined
        if (again) look()
      })
  }

  async function leaseWhatFits(): Promise<void> {
    again = false
    if (stopped) return
    const limits = leaseLimits(concurrency, [...running.keys()])
    if (limits.most === 0) return
    const leased = await leaseJobs(ctx, worker, limits)
    for (const job of leased) running.set(job, run(job))
    // A full batch: more jobs may be ready.
    again ||= leased.length === limits.most
  }

  async function run(job: LeasedJob): Promise<void> {
    try {
      await workOnJob(ctx, job, shutdown.signal)
    } catch (error) {
      ctx.log.warn({ err: error, jobId: job.id }, 'a job is left until its lease runs out')
    } finally {
      running.delete(job)
      look()
    }
  }

  const unsubscribe = onWake(ctx, look)
  const looks = setInterval(look, LOOK_MS)
  const sweeps = setInterval(() => {
    sweepJobs(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'the sweep failed'))
  }, SWEEP_MS)
  look()
  return {
    async stop(graceMs) {
      stopped = true
      unsubscribe()
      clearInterval(looks)
      clearInterval(sweeps)
      await looking
      const grace = setTimeout(() => shutdown.abort(), graceMs)
      await Promise.all(running.values())
      clearTimeout(grace)
    },
  }
}

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
