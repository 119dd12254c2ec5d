import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/is-disk-full.ts'

const WAITS_MS = [1_000, 4_000, 10_000]

/** What is made or paid for is not given up for a store that is away for a moment. */
export async function retryStorage<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw error
      await pause(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
  return work()
}

/** A store that says when to come back, unlike a disk that is full. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'unavailable' &&
    error.retryAfterSeconds !== undefined &&
    !isDiskFull(error)
  )
}
