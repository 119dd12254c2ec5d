import { type SQL, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import { driverOf } from '../db/open-database.ts'
import { type DeclaredJob, declareQueue } from './declare-queue.ts'
import type { Places } from './places.ts'
import { openQueueDatabase } from './queue-database.ts'
import { runTasks, type TaskRunner } from './run-tasks.ts'

/** A kind of work: its name, what it carries and how it is tried again. */
export interface JobDefinition<T extends object = object> {
  name: string
  data: z.ZodType<T>
  retryLimit: number
  /** Runs by itself on this cron line. */
  cron?: string
  /** At most one queued at a time by singletonKey. */
  exclusive?: boolean
  expireInSeconds?: number
}

export function defineJob<T extends object>(definition: JobDefinition<T>): JobDefinition<T> {
  return definition
}

export interface SendOptions {
  /** Not before this long from now, by the database's clock. */
  delayMs?: number
  /**
   * Of an exclusive job at most one task waits by it. Any other job is sent however often: there it
   * only names the task, for `hasUnfinished`.
   */
  singletonKey?: string
  priority?: number
}

export interface Queue {
  /** Inside a transaction it commits or vanishes with it. */
  send<T extends object>(
    ctx: { db: Db },
    job: JobDefinition<T>,
    data: T,
    options?: SendOptions,
  ): Promise<void>
  /** A condition for a query: an exclusive task of this kind and key waits for a worker or its time. */
  hasWaiting(job: { name: string }, key: SQL): SQL
  /** A condition for a query: a task of this kind and key waits, is under way or will be tried again. */
  hasUnfinished(job: { name: string }, key: SQL): SQL
  work<T extends object>(
    job: JobDefinition<T>,
    options: { concurrency: number; places?: Places },
    handle: (data: T, signal: AbortSignal) => Promise<void>,
  ): void
  /** Creates or changes what is needed and warms the cache, so that a send in a transaction is one statement. */
  declare(jobs: DeclaredJob[]): Promise<void>
  /** Takes no more tasks here; those under way go on. */
  pause(): void
  isReady(): boolean
  stop(options: { graceMs: number }): Promise<void>
}

/** What is due by its time alone is announced by nobody. */
const LOOK_EVERY_MS = 1_000
/** Timers are kept for no longer than looking would find the task anyway without a noticeable delay. */
const LOOK_WITHIN_MS = 15_000
/** The database's clock decides when a task is due; asking a moment too early would miss it. */
const LOOK_MARGIN_MS = 15

export async function openQueue(options: {
  connectionString: string
  log: Logger
  /** Workers supervise and run the clock; a pure web process only sends. */
  supervise: boolean
}): Promise<Queue> {
  const runners = new Map<string, TaskRunner>()
  const database = openQueueDatabase({
    connectionString: options.connectionString,
    log: options.log,
    onNews(name) {
      if (name !== null) runners.get(name)?.look()
      else for (const runner of runners.values()) runner.look()
    },
  })
  const boss = new PgBoss({
    db: database,
    useListenNotify: options.supervise,
    supervise: options.supervise,
    schedule: options.supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 300,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue'))
  try {
    await boss.start()
  } catch (error) {
    await database.close()
    throw error
  }
  let ready = true

  /** One question for all queues: a question for each would come as a burst every second. */
  async function lookForDue(): Promise<void> {
    if (runners.size === 0) return
    const { rows } = await database.executeSql(
      `select wanted.name from unnest($1::text[]) as wanted(name) where exists (
         select 1 from pgboss.job task where task.name = wanted.name
           and task.state < 'active' and not task.blocked and task.start_after <= now())`,
      [[...runners.keys()]],
    )
    for (const { name } of rows) runners.get(name)?.look()
  }
  const clock = setInterval(() => {
    lookForDue().catch((error: unknown) => options.log.warn({ err: error }, 'queue'))
  }, LOOK_EVERY_MS)

  /** Nobody announces that a task's time has come: without this it waits for the next look. */
  function lookLater(name: string, delayMs: number): void {
    const runner = runners.get(name)
    if (!runner || delayMs > LOOK_WITHIN_MS) return
    setTimeout(() => runner.look(), delayMs + LOOK_MARGIN_MS).unref()
  }

  return {
    async send({ db }, job, data, send = {}) {
      const driver = driverOf(db)
      await boss.send(job.name, data, {
        db: { executeSql: (text, values) => driver.query(text, values) },
        ...(send.delayMs ? { startAfter: send.delayMs / 1000 } : {}),
        ...(send.singletonKey ? { singletonKey: send.singletonKey } : {}),
        ...(send.priority === undefined ? {} : { priority: send.priority }),
      })
      if (send.delayMs) lookLater(job.name, send.delayMs)
    },

    // As the unique index that keeps such tasks single has it, so that it answers.
    hasWaiting: (job, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${job.name} and coalesce(task.singleton_key, '') = ${key}
        and task.state = 'created' and task.policy = 'short')`,

    hasUnfinished: (job, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${job.name} and task.singleton_key = ${key} and task.state < 'completed')`,

    work(job, { concurrency, places }, handle) {
      const runner = runTasks({
        boss,
        name: job.name,
        concurrency,
        ...(places ? { places } : {}),
        handle: (data, signal) => handle(job.data.parse(data), signal),
        log: options.log,
      })
      runners.set(job.name, runner)
    },

    async declare(jobs) {
      for (const job of jobs) {
        await declareQueue(boss, job)
        if (job.cron && options.supervise) await boss.schedule(job.name, job.cron, {})
      }
      await boss.getQueues()
    },

    pause() {
      for (const runner of runners.values()) runner.pause()
    },

    isReady: () => ready,

    async stop({ graceMs }) {
      ready = false
      clearInterval(clock)
      await Promise.all([...runners.values()].map((runner) => runner.stop(graceMs)))
      await boss.stop({ graceful: true, timeout: graceMs, close: false })
      await database.close()
    },
  }
}
