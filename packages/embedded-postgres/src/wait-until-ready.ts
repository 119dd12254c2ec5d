import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'
import { PostgresStartError } from './postgres-start-error.ts'
import { readComplaint } from './read-complaint.ts'

const PROBE_EVERY_MS = 20
const REMIND_EVERY_MS = 10_000

/**
 * Waits as long as the server lives: after a crash PostgreSQL may replay its log for minutes, and a
 * stop in the middle would start the replay again.
 */
export async function waitUntilReady(
  child: ChildProcess,
  url: string,
  logFile: string,
  log: Pick<Log, 'info'>,
): Promise<void> {
  const logStart = statSync(logFile).size
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  let remindAt = performance.now() + REMIND_EVERY_MS
  for (;;) {
    if (failure || child.exitCode !== null || child.signalCode !== null) {
      const reason =
        failure?.message ?? readComplaint(logFile, logStart) ?? `it ended with ${child.exitCode}`
      throw new PostgresStartError(
        `The embedded PostgreSQL did not start: ${reason} (see ${logFile}).`,
      )
    }
    if (await answers(url)) return
    if (performance.now() > remindAt) {
      log.info('the database is still recovering')
      remindAt += REMIND_EVERY_MS
    }
    await wait(PROBE_EVERY_MS)
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
