import { and, eq, not } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { jobSteps, jobs } from './tables.ts'

const READ_EVERY_MS = 500

interface Reading {
  at: number
  queued: number
}

// By the process's queue, since every request has a Ctx of its own.
const readings = new WeakMap<object, Reading>()

/** Jobs that no worker has begun and that do not wait for others of their owner or network, and steps that wait for a place at their provider: read twice a second, and what this process added since. */
export async function readBacklog(ctx: Ctx): Promise<number> {
  const known = readings.get(ctx.queue)
  if (known && performance.now() - known.at < READ_EVERY_MS) return known.queued
  const at = performance.now()
  const [queued, wanting] = await Promise.all([
    ctx.db.$count(jobs, and(eq(jobs.status, 'QUEUED'), not(jobs.inLine))),
    ctx.db.$count(jobSteps, eq(jobSteps.place, 'wanted')),
  ])
  readings.set(ctx.queue, { at, queued: queued + wanting })
  return queued + wanting
}

export function countQueued(ctx: Ctx): void {
  const known = readings.get(ctx.queue)
  if (known) known.queued += 1
}
