import { setTimeout as pause } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { PgBoss, type QueueResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/db.ts'
import { driverOf } from '../db/open-database.ts'
import type { Task } from './define-task.ts'

/** A worker without a heartbeat for this long loses its task. */
const HEARTBEAT_SECONDS = 10

interface SendOptions {
  /** The delay from now, by the database's clock. */
  delayMs?: number
  /**
   * At most one exclusive task waits per key. Other tasks are sent however often: there the key
   * only names the task for `hasUnfinished`.
   */
  singletonKey?: string
  /** It waits while another task of its name waits. */
  last?: true
}

export interface Queue {
  /** A send inside a transaction commits or rolls back with the transaction. */
  send<T extends object>(
    ctx: { db: Db },
    task: Task<T>,
    data: T,
    options?: SendOptions,
  ): Promise<void>
  /** An SQL condition: a task of this kind and key waits, runs or will be retried. */
  hasUnfinished(task: { name: string }, key: SQL): SQL
  work<T extends object>(
    task: Task<T>,
    options: { concurrency: number },
    handle: (data: T, signal: AbortSignal) => Promise<void>,
  ): void
  /** Creates or changes queues and fills pg-boss's cache, so that a send in a transaction is one statement. */
  declare(tasks: readonly DeclaredTask[]): Promise<void>
  /** Names of declared tasks without a runner in this process. */
  listUnworked(): string[]
  /** Takes no more tasks in this process; running tasks go on. */
  pause(): void
  isReady(): boolean
  stop(options: { graceMs: number }): Promise<void>
}

const CONNECTIONS = 6

/** A delayed task, such as a retry, triggers no NOTIFY, so poll. */
const POLL_SECONDS = 2

export async function openQueue(options: {
  connectionString: string
  log: Logger
  /** Workers supervise the queue and run its schedule; a pure web process only sends. */
  supervise: boolean
  connections?: number | undefined
}): Promise<Queue> {
  const { log, supervise } = options
  const declared = new Set<string>()
  const worked = new Set<string>()
  const warn = (error: unknown) => log.warn({ err: error }, 'queue')
  const boss = new PgBoss({
    connectionString: options.connectionString,
    application_name: 'vignette-queue',
    max: options.connections ?? CONNECTIONS,
    useListenNotify: supervise,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // A notification wakes a worker for one task. The count of ready tasks, read this often, lets
    // the worker take the tasks of a backlog one after another, without waiting for the next poll.
    ...(supervise ? { queueCacheIntervalSeconds: 1 } : {}),
    maintenanceIntervalSeconds: 300,
  })
  boss.on('error', warn)
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false }).catch(warn)
    throw error
  }
  let ready = true

  return {
    async send({ db }, task, data, send = {}) {
      const driver = driverOf(db)
      await boss.send(task.name, data, {
        db: { executeSql: (text, values) => driver.query(text, values) },
        ...(send.delayMs ? { startAfter: send.delayMs / 1000 } : {}),
        ...(send.singletonKey ? { singletonKey: send.singletonKey } : {}),
        ...(send.last ? { priority: -1 } : {}),
      })
    },

    hasUnfinished: ({ name }, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${name} and task.singleton_key = ${key} and task.state < 'completed')`,

    work(task, { concurrency }, handle) {
      worked.add(task.name)
      const polls = task.cron ? {} : { notifyPollingIntervalSeconds: POLL_SECONDS }
      const options = { localConcurrency: concurrency, burstWhenReadyExceeds: 1, ...polls }
      boss
        .work<unknown>(task.name, options, async ([one]) => {
          if (one) await handle(task.data.parse(one.data), one.signal)
        })
        .catch(warn)
    },

    async declare(tasks) {
      // Read at once: a question for each task is most of what a second start asks of the database.
      const [queues, schedules] = await Promise.all([
        boss.getQueues(),
        supervise ? boss.getSchedules() : [],
      ])
      const kept = new Map(queues.map((queue) => [queue.name, queue]))
      const crons = new Map(schedules.map(({ name, cron }) => [name, cron]))
      for (const task of tasks) {
        await declareQueue(boss, task, kept.get(task.name))
        declared.add(task.name)
        if (task.cron && supervise && crons.get(task.name) !== task.cron) {
          await boss.schedule(task.name, task.cron, {})
        }
      }
      await boss.getQueues()
    },

    listUnworked: () => [...declared].filter((name) => !worked.has(name)),

    pause() {
      for (const name of worked) boss.offWork(name, { wait: false }).catch(warn)
    },

    isReady: () => ready,

    async stop({ graceMs }) {
      ready = false
      const idle = Promise.all([...worked].map((name) => boss.offWork(name)))
      await Promise.race([idle, pause(graceMs, undefined, { ref: false })])
      // Fails the tasks that still run, so that each is retried.
      await boss.stop({ graceful: false })
    },
  }
}

type DeclaredTask = Pick<Task, 'name' | 'retryLimit' | 'cron' | 'exclusive' | 'expireInSeconds'>

/** Creates a missing queue, and brings the settings of an earlier release's queue up to date. */
async function declareQueue(
  boss: PgBoss,
  task: DeclaredTask,
  kept: QueueResult | undefined,
): Promise<void> {
  const policy = task.exclusive ? 'short' : 'standard'
  const wanted = {
    retryLimit: task.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: task.expireInSeconds ?? 900,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: 3600,
    notify: true,
  }
  if (!kept) return boss.createQueue(task.name, { ...wanted, policy })
  if (differs(kept, wanted)) await boss.updateQueue(task.name, wanted)
}

function differs<W extends Partial<QueueResult>>(kept: QueueResult, wanted: W): boolean {
  return (Object.keys(wanted) as (keyof W & keyof QueueResult)[]).some(
    (name) => kept[name] !== wanted[name],
  )
}
