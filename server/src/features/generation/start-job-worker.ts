import { hostname } from 'node:os'
import type { Ctx } from '../../ctx.ts'
import type { Runner } from '../../feature.ts'
import { type LeasedJob, leaseJobs } from './lease-jobs.ts'
import { leaseLimits } from './rules.ts'
import { sweepJobs } from './sweep-jobs.ts'
import { onWake } from './wake-workers.ts'
import { workOnJob } from './work-on-job.ts'

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
