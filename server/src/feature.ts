import type { Ctx } from './ctx.ts'
import type { Task } from './platform/queue/define-task.ts'

/** A task as a worker runs it; one without `run` has a runner of its own. */
export type FeatureTask = Task & {
  run?: (ctx: Ctx, data: never, signal: AbortSignal) => Promise<unknown>
}

export interface Runner {
  /** Resolves when nothing of it runs here any more. */
  stop(graceMs: number): Promise<void>
}

/** The one door of a feature that main reads; main lists features and nothing of what is in them. */
export interface Feature {
  name: string
  tasks?: readonly FeatureTask[]
  /** Runs in every worker process what is not a task of the queue, or not taken one by one. */
  startRunner?: (ctx: Ctx) => Runner
}
