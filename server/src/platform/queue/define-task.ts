import { z } from 'zod'

/** A kind of queued work: its name, what it carries and how it is tried again. */
export interface Task<T extends object = object> {
  name: string
  data: z.ZodType<T>
  retryLimit: number
  /** The queue sends the task by itself on this cron line. */
  cron?: string
  /** At most one waits at a time by singletonKey. */
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
  /** A task with a cron line is exclusive unless it says otherwise. */
  exclusive?: boolean
  expireInSeconds?: number
  concurrency?: number
}

type Carrying<T extends object> = Given & { data: z.ZodType<T> }

const NOTHING = z.object({})

/** A task with `run` is worked by every worker; one without has a runner of its own, which calls `queue.work`. */
export function defineTask<T extends object, R extends Run<T>>(
  given: Carrying<T> & { run: R },
): Task<T> & { run: R }
export function defineTask<R extends Run<object>>(given: Given & { run: R }): Task & { run: R }
export function defineTask<T extends object>(given: Carrying<T>): Task<T>
export function defineTask(given: Given & { data?: z.ZodType<object> }): Task {
  return { exclusive: given.cron !== undefined, concurrency: 1, data: NOTHING, ...given }
}
