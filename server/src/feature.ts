import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metric } from 'prom-client'
import type { Command } from './command.ts'
import type { Caller, Ctx } from './ctx.ts'
import type { Binding } from './handle.ts'
import type { DatabaseMetric } from './platform/db/database-metric.ts'
import type { Draining } from './platform/http/drain.ts'
import type { Task } from './platform/queue/define-task.ts'
import type { AnyPort } from './platform/wiring/define-port.ts'
import type { Handling } from './platform/wiring/wiring.ts'

/**
 * Listeners of one event come in this order of the rows they lock. A delivery locks a job, its
 * creation and its payment in this order, so a claim, a deletion or a ban that began with another
 * would wait for a delivery that waits for it.
 */
export const LOCK_ORDER = [
  'jobs',
  'media',
  'reports',
  'workflows',
  'creations',
  'payments',
] as const

/** The one door of a feature that main reads; main lists features and nothing of what is in them. */
export interface Feature {
  name: string
  routes?: readonly Binding[] | ((parts: { ctx: Ctx; draining: Draining }) => readonly Binding[])
  /** Adds addresses outside the API. */
  mount?: (app: FastifyInstance, ctx: Ctx, identify: Identify) => void
  tasks?: readonly FeatureTask[]
  /** Starts, in every worker process, work that needs more than one queue task at a time. */
  startRunner?: (ctx: Ctx) => Runner
  listeners?: { locks: (typeof LOCK_ORDER)[number]; hears: readonly Handling[] }
  /** Its own questions to features that it may not import. */
  asks?: readonly AnyPort[]
  /** What it answers to others. */
  answers?: readonly Handling[]
  commands?: readonly Command[]
  metrics?: readonly (Metric | DatabaseMetric)[]
}

export type Identify = (request: FastifyRequest) => Promise<Caller>

/** A task as a worker runs it; one without `run` has a runner of its own. */
export type FeatureTask = Task & {
  run?: (ctx: Ctx, data: never, signal: AbortSignal) => Promise<unknown>
}

export interface Runner {
  /** Resolves when none of its work runs here any more. */
  stop(graceMs: number): Promise<void>
}
