import { and, eq, not } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { jobSteps, jobs } from './tables.ts'

const READ_EVERY_MS = 500

const backlog = defineProcessPart(() => ({ at: -READ_EVERY_MS, queued: 0 }))

/** Jobs that no worker has begun and that do not wait for others of their owner or network, and steps that wait for a place at their provider: read twice a second, and what this process added since. */
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
