import { and, eq, not } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { jobSteps, jobs } from '../../schema/generation.ts'

const READ_EVERY_MS = 500

const backlog = defineProcessPart(() => ({ at: -READ_EVERY_MS, queued: 0 }))

/**
 * Queued jobs that are not in line, and steps that wait for a slot: read twice a second, plus the
 * jobs that this process has queued since.
 */
export async function readBacklog(ctx: Ctx): Promise<number> {
  const known = ctx.process.of(backlog)
  if (performance.now() - known.at < READ_EVERY_MS) return known.queued
  const at = performance.now()
  const [queued, wanting] = await Promise.all([
    ctx.db.$count(jobs, and(eq(jobs.status, 'QUEUED'), not(jobs.inLine))),
    ctx.db.$count(jobSteps, eq(jobSteps.slot, 'wanted')),
  ])
  Object.assign(known, { at, queued: queued + wanting })
  return known.queued
}

export function countQueued(ctx: Ctx): void {
  ctx.process.of(backlog).queued += 1
}

export async function assertQueueRoom(ctx: Ctx): Promise<void> {
  if ((await readBacklog(ctx)) < ctx.config.QUEUE_LIMIT) return
  throw new AppError('overloaded', 'Too many creations are waiting. Please try again shortly.', {
    retryAfterSeconds: 30,
  })
}
