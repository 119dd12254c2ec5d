import { type SQL, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { driverOf } from '../db/open-database.ts'
import { type DeclaredTask, declareQueue } from './declare-queue.ts'
import type { Task } from './define-task.ts'
import type { Places } from './places.ts'
import { openQueueDatabase } from './queue-database.ts'
import { runTasks, type TaskRunner } from './run-tasks.ts'

export interface SendOptions {
  /** Not before this long from now, by the database's clock. */
  delayMs?: number
  /**
   * Of an exclusive task at most one waits by it. Any other task is sent however often: there it only
   * names the one sent, for `hasUnfinished`.
   */
  singletonKey?: string
  priority?: number
}

export interface Queue {
  /** Inside a transaction it commits or vanishes with it. */
  send<T extends object>(
    ctx: { db: Db },
    task: Task<T>,
    data: T,
    options?: SendOptions,
  ): Promise<void>
  /** A condition for a query: an exclusive task of this kind and key waits for a worker or its time. */
  hasWaiting(task: { name: string }, key: SQL): SQL
  /** A condition for a query: a task of this kind and key waits, is under way or will be tried again. */
  hasUnfinished(task: { name: string }, key: SQL): SQL
  work<T extends object>(
    task: Task<T>,
    options: { concurrency: number; places?: Places },
    handle: (data: T, signal: AbortSignal) => Promise<void>,
  ): void
  /** Creates or changes what is needed and warms the cache, so that a send in a transaction is one statement. */
  declare(tasks: readonly DeclaredTask[]): Promise<void>
  /** Names of declared tasks that nothing in this process works on. */
  listUnworked(): string[]
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
  const declared = new Set<string>()
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
    async send({ db }, task, data, send = {}) {
      const driver = driverOf(db)
      await boss.send(task.name, data, {
        db: { executeSql: (text, values) => driver.query(text, values) },
        ...(send.delayMs ? { startAfter: send.delayMs / 1000 } : {}),
        ...(send.singletonKey ? { singletonKey: send.singletonKey } : {}),
        ...(send.priority === undefined ? {} : { priority: send.priority }),
      })
      if (send.delayMs) lookLater(task.name, send.delayMs)
    },

    // As the unique index that keeps such tasks single has it, so that it answers.
    hasWaiting: ({ name }, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${name} and coalesce(task.singleton_key, '') = ${key}
        and task.state = 'created' and task.policy = 'short')`,

    hasUnfinished: ({ name }, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${name} and task.singleton_key = ${key} and task.state < 'completed')`,

    work(task, { concurrency, places }, handle) {
      const runner = runTasks({
        boss,
        name: task.name,
        concurrency,
        ...(places ? { places } : {}),
        handle: (data, signal) => handle(task.data.parse(data), signal),
        log: options.log,
      })
      runners.set(task.name, runner)
    },

    async declare(tasks) {
      for (const task of tasks) {
        await declareQueue(boss, task)
        declared.add(task.name)
        if (task.cron && options.supervise) await boss.schedule(task.name, task.cron, {})
      }
      await boss.getQueues()
    },

    listUnworked: () => [...declared].filter((name) => !runners.has(name)),

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
