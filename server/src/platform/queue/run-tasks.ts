import type { Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { HEARTBEAT_SECONDS } from './declare-queue.ts'
import { createPlaces, type Places } from './places.ts'

export interface TaskRunner {
  /** There may be something to do. */
  look(): void
  /** Takes no more; what is under way goes on. */
  pause(): void
  /** Waits so long for what is under way, and gives the rest back to the queue. */
  stop(graceMs: number): Promise<void>
}

/**
 * Runs the tasks of one queue, so many at once. It asks once for all its free places and notes
 * together what ends together, where a loop for each place would ask as often as there are places.
 */
export function runTasks(options: {
  boss: Pick<PgBoss, 'fetch' | 'complete' | 'fail' | 'touch'>
  name: string
  concurrency: number
  /** Shared with the runners of other queues; `concurrency` counts among them. */
  places?: Places
  handle: (data: unknown, signal: AbortSignal) => Promise<void>
  log: Logger
  heartbeatMs?: number
}): TaskRunner {
  const { boss, name, concurrency, handle, heartbeatMs = (HEARTBEAT_SECONDS / 2) * 1000 } = options
  const places = createPlaces(concurrency, options.places)
  const log = options.log.child({ queue: name })
  const running = new Map<Job<unknown>, AbortController>()
  /** Done, and not yet noted. */
  const done: Job<unknown>[] = []
  const ends = new Set<Promise<void>>()
  let wanted = false
  let paused = false
  /** No place is free, here or among those it shares. */
  let crowded = false
  let asking: Promise<void> | undefined
  let noting: Promise<void> | undefined

  function look(): void {
    wanted = true
    asking ??= ask().finally(() => {
      asking = undefined
      if (mayAsk()) look()
    })
  }

  const mayAsk = () => wanted && !paused && !crowded

  function lookWhenFree(): void {
    crowded = true
    places.whenFree(() => {
      // Called for its own places and for those it shares.
      if (!crowded) return
      crowded = false
      look()
    })
  }

  async function ask(): Promise<void> {
    while (mayAsk()) {
      const free = places.take(concurrency)
      if (free === 0) return lookWhenFree()
      wanted = false
      let begun = 0
      try {
        const tasks = await boss.fetch<unknown>(name, { batchSize: free })
        // As many as asked for: there may be more.
        if (tasks.length === free) wanted = true
        for (const task of tasks) begin(task)
        begun = tasks.length
      } catch (error) {
        log.warn({ err: error }, 'tasks could not be asked for')
      } finally {
        places.give(free - begun)
      }
    }
  }

  function begin(task: Job<unknown>): void {
    const claim = new AbortController()
    running.set(task, claim)
    const end = run(task, claim).finally(() => ends.delete(end))
    ends.add(end)
  }

  async function run(task: Job<unknown>, claim: AbortController): Promise<void> {
    const expired = Promise.withResolvers<never>()
    const expiry = setTimeout(() => {
      const error = new Error(`the task took longer than ${task.expireInSeconds} s`)
      claim.abort(error)
      expired.reject(error)
    }, task.expireInSeconds * 1000)
    try {
      await Promise.race([handle(task.data, claim.signal), expired.promise])
      done.push(task)
      noting ??= noteDone()
    } catch (error) {
      await fail(task, error)
    } finally {
      clearTimeout(expiry)
      running.delete(task)
      places.give(1)
    }
  }

  /** What is not noted comes once more when its heartbeat is missed, as after a crash. */
  async function noteDone(): Promise<void> {
    while (done.length > 0) {
      const batch = done.splice(0)
      try {
        await boss.complete(name, batch)
      } catch (error) {
        log.warn({ err: error }, 'tasks could not be noted as done')
      }
    }
    noting = undefined
  }

  async function fail(task: Job<unknown>, error: unknown): Promise<void> {
    try {
      await boss.fail(name, [task], asError(error))
    } catch (error) {
      log.warn({ err: error }, 'a task could not be noted as failed')
    }
  }

  /** Whose claim lapsed must not go on beside whoever has the task now. */
  async function keepClaims(): Promise<void> {
    const held = [...running.keys()]
    if (held.length === 0) return
    const kept = await touch(held)
    if (kept === held.length) return
    for (const task of held) {
      if ((await touch([task])) === 0) {
        running.get(task)?.abort(new Error('the task is no longer ours'))
      }
    }
  }

  /** How many of them are still ours; the types of pg-boss leave the number out. */
  async function touch(tasks: Job<unknown>[]): Promise<number> {
    const answer: { affected?: number } = await boss.touch(name, tasks)
    return answer.affected ?? tasks.length
  }

  const heart = setInterval(() => {
    keepClaims().catch((error: unknown) => log.warn({ err: error }, 'claims could not be kept'))
  }, heartbeatMs)
  const pause = () => {
    paused = true
  }
  look()
  return {
    look,
    pause,
    async stop(graceMs) {
      pause()
      await asking
      const grace = Promise.withResolvers<void>()
      const patience = setTimeout(grace.resolve, graceMs)
      await Promise.race([Promise.all(ends), grace.promise])
      clearTimeout(patience)
      clearInterval(heart)
      await Promise.all(
        [...running].map(([task, claim]) => {
          const error = new Error('the worker stopped')
          claim.abort(error)
          return fail(task, error)
        }),
      )
      await noting
    },
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
