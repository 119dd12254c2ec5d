import { z } from 'zod'

/** A kind of queued work: its name, data and retries. */
export interface Task<T extends object = object> {
  name: string
  data: z.ZodType<T>
  retryLimit: number
  /** The queue sends the task itself on this cron schedule. */
  cron?: string
  /** At most one task waits per singletonKey. */
  exclusive: boolean
  expireInSeconds?: number
  /** Tasks of this kind that one worker runs at once. */
  concurrency: number
}

type Run<T extends object> = (ctx: never, data: T, signal: AbortSignal) => Promise<unknown>

interface Given {
  name: string
  retryLimit: number
  cron?: string
  /** A task with a cron schedule is exclusive unless declared otherwise. */
  exclusive?: boolean
  expireInSeconds?: number
  concurrency?: number
}

type Carrying<T extends object> = Given & { data: z.ZodType<T> }

const NOTHING = z.object({})

/**
 * Every worker works a task with `run`. A task without `run` gets one by `bindRun`, or has a runner
 * of its own, which calls `queue.work`.
 */
export function defineTask<T extends object, R extends Run<T>>(
  given: Carrying<T> & { run: R },
): Task<T> & { run: R }
export function defineTask<R extends Run<object>>(given: Given & { run: R }): Task & { run: R }
export function defineTask<T extends object>(given: Carrying<T>): Task<T>
export function defineTask(given: Given & { data?: z.ZodType<object> }): Task {
  return { exclusive: given.cron !== undefined, concurrency: 1, data: NOTHING, ...given }
}

/** For a task whose sender must not import what the task runs, since that leads back to the sender. */
export function bindRun<T extends object, R extends Run<T>>(
  task: Task<T>,
  run: R,
): Task<T> & { run: R } {
  return { ...task, run }
}
