import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/is-disk-full.ts'
import { ProviderError } from '../../providers/generation/spec.ts'
import { abandonJob } from './abandon-job.ts'
import { LostJob, releaseLease, whileLeased } from './job-lease.ts'
import { BREAK_OFFS, backoffMs } from './rules.ts'
import { type JobRow, jobAttempts } from './tables.ts'

/** The process is going away: what runs is handed back for another to go on with. */
export class HandedBack extends Error {}

/** The job's time is over. */
export class TimedOut extends Error {}

/** What becomes of a job whose carrying ended early: another goes on with it, or it fails. */
export async function handleJobFailure(ctx: Ctx, job: JobRow, error: unknown): Promise<void> {
  try {
    if (error instanceof LostJob) return
    if (error instanceof HandedBack) {
      await whileLeased(ctx, job, (tx) => releaseLease(tx, job, 'handed back', sql`now()`))
      return
    }
    const known = describeFailure(error)
    if (!known && (await tryAgainLater(ctx, job, error))) return
    const { code, message } = known ?? INTERNAL
    ctx.log.error({ err: error, jobId: job.id, code }, 'a job failed')
    await whileLeased(ctx, job, (tx) => abandonJob(tx, job, { status: 'FAILED', code, message }))
  } catch (inner) {
    // Where even this cannot be written the lease runs out, and the sweep has another go on.
    if (!(inner instanceof LostJob)) throw inner
  }
}

/** Our own parts may be gone for a moment: the database, the store, a child. */
async function tryAgainLater(ctx: Ctx, job: JobRow, error: unknown): Promise<boolean> {
  return whileLeased(ctx, job, async (tx) => {
    const before = await tx.db.$count(
      jobAttempts,
      and(eq(jobAttempts.jobId, job.id), eq(jobAttempts.outcome, 'broke off')),
    )
    if (before >= BREAK_OFFS) return false
    ctx.log.warn({ err: error, jobId: job.id }, 'a job broke off and is tried again')
    const seconds = backoffMs(before + 1, undefined, Math.random()) / 1000
    const wakeAt = sql`clock_timestamp() + make_interval(secs => ${seconds})`
    await releaseLease(tx, job, 'broke off', wakeAt)
    return true
  })
}

const INTERNAL = {
  code: 'internal',
  message: 'Something went wrong on our side. Nothing was charged.',
}

/** A sentence that a visitor understands, where trying again cannot help; the cause stays in the log. */
function describeFailure(error: unknown): { code: string; message: string } | undefined {
  if (error instanceof TimedOut) return { code: 'timed_out', message: 'Generation timed out' }
  if (error instanceof ProviderError) return { code: error.code, message: error.publicMessage }
  // Room may be made meanwhile.
  if (isDiskFull(error)) return undefined
  // From 500 on it is ours and tried again, but for a store that was already waited for.
  if (error instanceof AppError && (error.status < 500 || error.retryAfterSeconds !== undefined)) {
    return error.code === 'invalid_media'
      ? { code: 'invalid_media', message: 'The generator returned a file we cannot use.' }
      : { code: error.code, message: error.message }
  }
  // The same file would keep the next child just as long.
  if (error instanceof ChildError && error.kind === 'timeout') return INTERNAL
  return undefined
}
