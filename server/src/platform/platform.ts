import type { Logger } from 'pino'
import type { Db } from './db/db.ts'
import type { EventHub } from './events/event-hub.ts'
import type { SharedAnswers } from './http/shared-answers.ts'
import type { Waits } from './http/waits.ts'
import type { ProcessState } from './process-state.ts'
import type { Queue } from './queue/queue.ts'
import type { Storage } from './storage/storage.ts'

export interface Clock {
  /** Business time; leases use the database's. */
  now(): Date
}

/** The tools of one process, without business words. */
export interface Platform {
  log: Logger
  clock: Clock
  db: Db
  queue: Queue
  storage: Storage
  events: EventHub
  /**
   * The process's memory. Besides it only these live as long as a process: the last id (`ids.ts`), the
   * counters that Prometheus reads, statements kept with the database that they were built for, and
   * the models in child processes, which have no context.
   */
  process: ProcessState
  waits: Waits
  /** Answers that are the same for every caller. */
  answers: SharedAnswers
}
