import { setTimeout as pause } from 'node:timers/promises'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { isDiskFull } from '../../platform/storage/is-disk-full.ts'

/** Retries a store that is away for a moment, since the product was paid for with money or time. */
export async function retryStorage<T>(
  { storage }: Ctx,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (const waitMs of storage.retryAfterMs) {
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
