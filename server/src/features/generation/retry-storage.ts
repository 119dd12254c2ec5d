import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/is-disk-full.ts'

const WAITS_MS = [1_000, 4_000, 10_000]

/** Retries a store that is away for a moment, since the product was paid for with money or time. */
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

/** True for a store's temporary error, false for a full disk. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.code === 'unavailable' &&
    error.retryAfterSeconds !== undefined &&
    !isDiskFull(error)
  )
}
