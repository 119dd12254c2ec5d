import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isPostmasterOf, readStartTime } from './inspect-process.ts'
import { PostgresStartError } from './postgres-start-error.ts'

const PID_FILE = 'postmaster.pid'
const FAST_SHUTDOWN_MS = 30_000
const IMMEDIATE_SHUTDOWN_MS = 15_000

export type Leftover = 'none' | 'stopped' | 'stale'

/**
 * Clears what a killed owner left: stops a live orphan (its settings may be of an older release)
 * and removes a pid file that now names another program. The caller holds the owner lock.
 */
export async function stopLeftover(cluster: string): Promise<Leftover> {
  const pidFile = path.join(cluster, PID_FILE)
  const pid = readPostmasterPid(cluster)
  if (pid === undefined) return 'none'
  if (isPostmasterOf(pid, cluster)) {
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one; neither loses a committed row.
    if (await ends(pid, 'SIGINT', FAST_SHUTDOWN_MS)) return 'stopped'
    if (await ends(pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS)) return 'stopped'
    throw new PostgresStartError(
      `A PostgreSQL server left from an earlier run (process ${pid}) does not stop; end it and start again.`,
    )
  }
  // PostgreSQL checks only that the pid exists, so a reused pid would keep the server from
  // starting.
  rmSync(pidFile, { force: true })
  return 'stale'
}

export function readPostmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(path.join(cluster, PID_FILE), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

async function ends(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
    throw new PostgresStartError(
      `A PostgreSQL server left from an earlier run (process ${pid}) belongs to another account; start as that account or as root.`,
    )
  }
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (readStartTime(pid) === undefined) return true
    await wait(20)
  }
  return false
}
