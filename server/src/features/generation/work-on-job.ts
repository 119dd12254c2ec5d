import type { Ctx } from '../../ctx.ts'
import { executeJob } from './execute-job.ts'
import { HandedBack, handleJobFailure, TimedOut } from './handle-job-failure.ts'
import { checkLease, LostJob, renewLease } from './job-lease.ts'
import { leaseJob } from './lease-job.ts'
import { HEARTBEAT_MS } from './rules.ts'

/** Leases the job and executes it as far as possible now: to its end, or to its next wait. */
export async function workOnJob(
  ctx: Ctx,
  jobId: string,
  options: { worker: string; shutdown: AbortSignal },
): Promise<void> {
  const job = await leaseJob(ctx, jobId, options.worker)
  if (!job) return
  const stop = new AbortController()
  const stopIfLost = (error: unknown) => {
    if (error instanceof LostJob) stop.abort(error)
    else ctx.log.warn({ err: error, jobId }, 'a job could not be kept under its lease')
  }
  const renew = setInterval(() => void renewLease(ctx, job).catch(stopIfLost), HEARTBEAT_MS)
  // Every event of the job may be its cancellation.
  const unsubscribe = ctx.events.subscribe(jobId, () => {
    checkLease(ctx, job).catch(stopIfLost)
  })
  const handBack = () => stop.abort(new HandedBack())
  options.shutdown.addEventListener('abort', handBack, { once: true })
  if (options.shutdown.aborted) handBack()
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
    options.shutdown.removeEventListener('abort', handBack)
  }
}
