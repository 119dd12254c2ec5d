import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readStartTime } from './inspect-process.ts'
import { PostgresStartError } from './postgres-start-error.ts'

export interface OwnerLock {
  release(): void
}

/**
 * Marks this Node process as the owner of the database in this folder. A server may be stopped only
 * if its owner is dead.
 */
export function acquireOwnerLock(folder: string): OwnerLock {
  const place = path.join(folder, 'owner.lock')
  const mine = JSON.stringify({ pid: process.pid, started: readStartTime(process.pid) })
  const draft = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, mine)
  try {
    for (;;) {
      try {
        // A hard link appears atomically, so no reader sees half a lock.
        linkSync(draft, place)
        return { release: () => releaseLock(place, mine) }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      breakStaleLock(place, folder)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Whether a living process runs the database in this folder. */
export function isOwned(folder: string): boolean {
  const text = readText(path.join(folder, 'owner.lock'))
  return text !== undefined && findLiveOwner(text) !== undefined
}

function breakStaleLock(place: string, folder: string): void {
  const seen = readText(place)
  if (seen === undefined) return
  const owner = findLiveOwner(seen)
  if (owner !== undefined) {
    throw new PostgresStartError(
      `Another Vignette (process ${owner}) already uses the database in ${folder}; stop it first, or set another DATA_DIR.`,
    )
  }
  const aside = `${place}.stale.${process.pid}`
  try {
    renameSync(place, aside)
  } catch {
    return
  }
  // Another process broke the same stale lock first, and this process removed the new lock: put the
  // lock back.
  if (readText(aside) !== seen) {
    try {
      linkSync(aside, place)
    } catch {
      // A third process holds the lock by now.
    }
  }
  rmSync(aside, { force: true })
}

function findLiveOwner(text: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(text) as { pid: number; started?: string }
    return started !== undefined && readStartTime(pid) === started ? pid : undefined
  } catch {
    return undefined
  }
}

function releaseLock(place: string, mine: string): void {
  if (readText(place) === mine) rmSync(place, { force: true })
}

function readText(place: string): string | undefined {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return undefined
  }
}
