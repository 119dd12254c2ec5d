import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Db } from '../db/db.ts'
import { type DeclaredJob, declareQueue } from './declare-queue.ts'

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
    options: { concurrency: number },
    handle: (data: T, signal: AbortSignal) => Promise<void>,
  ): Promise<void>
  /** Creates or changes what is needed and warms the cache, so that a send in a transaction is one statement. */
  declare(jobs: DeclaredJob[]): Promise<void>
  /** Takes no more tasks here; those under way go on. */
  pause(): Promise<void>
  isReady(): boolean
  stop(options: { graceMs: number }): Promise<void>
}

/** Timers are kept for no longer than polling would find the task anyway without a noticeable delay. */
const WAKE_WITHIN_MS = 15_000
/** The database's clock decides when a task is due; asking a moment too early would miss it. */
const WAKE_MARGIN_MS = 15

/**
 * What the queue notes by itself (taken, done) need not reach the disk before the work goes on: after a
 * crash of PostgreSQL a task comes once more, and whoever works on it finds its own rows. Sends are
 * part of a caller's transaction and as durable as that.
 */
function withoutWaiting(connectionString: string): string {
  const url = new URL(connectionString)
  const before = url.searchParams.get('options')
  url.searchParams.set('options', `${before ? `${before} ` : ''}-c synchronous_commit=off`)
  return url.href
}

export async function openQueue(options: {
  connectionString: string
  log: Logger
  /** Workers supervise and run the clock; a pure web process only sends. */
  supervise: boolean
}): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: withoutWaiting(options.connectionString),
    application_name: 'vignette-queue',
    max: 6,
    useListenNotify: options.supervise,
    supervise: options.supervise,
    schedule: options.supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    maintenanceIntervalSeconds: 300,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue'))
  await boss.start()
  let ready = true
  const idle = new Map<string, Set<string>>()

  /** Nobody announces that a task's time has come: without this it waits for the next poll. */
  function wakeLater(name: string, delayMs: number): void {
    const free = idle.get(name)
    if (!free || delayMs > WAKE_WITHIN_MS) return
    setTimeout(() => {
      const [workerId] = free
      if (ready && workerId) boss.notifyWorker(workerId)
    }, delayMs + WAKE_MARGIN_MS).unref()
  }

  return {
    async send(ctx, job, data, send = {}) {
      await boss.send(job.name, data, {
        db: fromDrizzle(ctx.db as never, sql as never),
        ...(send.delayMs ? { startAfter: send.delayMs / 1000 } : {}),
        ...(send.singletonKey ? { singletonKey: send.singletonKey } : {}),
        ...(send.priority === undefined ? {} : { priority: send.priority }),
      })
      if (send.delayMs) wakeLater(job.name, send.delayMs)
    },

    // As the unique index that keeps such tasks single has it, so that it answers.
    hasWaiting: (job, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${job.name} and coalesce(task.singleton_key, '') = ${key}
        and task.state = 'created' and task.policy = 'short')`,

    hasUnfinished: (job, key) => sql`exists (
      select 1 from pgboss.job task
      where task.name = ${job.name} and task.singleton_key = ${key} and task.state < 'completed')`,

    async work(job, work, handle) {
      const free = idle.get(job.name) ?? new Set()
      idle.set(job.name, free)
      for (let slot = 0; slot < work.concurrency; slot++) {
        const workerId: string = await boss.work(
          job.name,
          { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
          async ([task]) => {
            if (!task) return
            free.delete(workerId)
            try {
              await handle(job.data.parse(task.data), task.signal)
            } finally {
              free.add(workerId)
              // With notifications on a worker otherwise waits out its interval behind a backlog.
              boss.notifyWorker(workerId)
            }
          },
        )
        free.add(workerId)
      }
    },

    async declare(jobs) {
      for (const job of jobs) {
        await declareQueue(boss, job)
        if (job.cron && options.supervise) await boss.schedule(job.name, job.cron, {})
      }
      await boss.getQueues()
    },

    async pause() {
      for (const name of idle.keys()) await boss.offWork(name, { wait: false })
    },

    isReady: () => ready,

    async stop({ graceMs }) {
      ready = false
      await boss.stop({ graceful: true, timeout: graceMs, close: true })
    },
  }
}
