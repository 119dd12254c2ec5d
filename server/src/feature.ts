import type { RateClass } from '@vignette/contract/define-route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metric } from 'prom-client'
import type { ApartCommand, Command } from './command.ts'
import type { Caller, Ctx } from './ctx.ts'
import type { Binding } from './handle.ts'
import type { DatabaseMetric } from './platform/db/db.ts'
import type { Draining } from './platform/http/drain.ts'
import type { Task } from './platform/queue/define-task.ts'
import type { AnyPort, Handling } from './platform/wiring.ts'
import type { LOCK_ORDER } from './schema/owned.ts'

/** The only part of a feature that main reads; main lists features and nothing inside them. */
export interface Feature {
  name: string
  routes?: readonly Binding[] | ((parts: { draining: Draining }) => readonly Binding[])
  /** Adds addresses outside the API. */
  mount?: (app: FastifyInstance, ctx: Ctx, identify: Identify, count: Count) => void
  tasks?: readonly FeatureTask[]
  /** Starts, in every worker process, work that needs more than one queue task at a time. */
  startRunner?: (ctx: Ctx) => Runner
  listeners?: Listening | readonly Listening[]
  /** The feature's own questions to features that it may not import. */
  asks?: readonly AnyPort[]
  /** The feature's answers to the questions of other features. */
  answers?: readonly Handling[]
  commands?: readonly (Command | ApartCommand)[]
  metrics?: readonly (Metric | DatabaseMetric)[]
}

/** Listeners, and the first rows that they lock. */
interface Listening {
  locks: (typeof LOCK_ORDER)[number]
  hears: readonly Handling[]
}

export type Identify = (request: FastifyRequest) => Promise<Caller>

/** Counts a request in a class of its client IP, else as a read, or refuses it. */
export type Count = (request: FastifyRequest, rateClass?: RateClass) => Promise<void>

/** A task as a worker runs it; a task without `run` has its own runner. */
type FeatureTask = Task & {
  run?: (ctx: Ctx, data: never, signal: AbortSignal) => Promise<unknown>
}

export interface Runner {
  /** Resolves when no work of the runner is left in this process. */
  stop(graceMs: number): Promise<void>
}
