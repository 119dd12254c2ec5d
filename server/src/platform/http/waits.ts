import type { Ctx } from '../../ctx.ts'
import { AppError } from './app-error.ts'
import { refusals } from './metrics.ts'
import { networkOf } from './network-of.ts'

/** Event streams, and answers that are waited for: synchronous remixes and joined requests. */
export type WaitKind = 'streams' | 'answers'

const RETRY_SECONDS = 5
/** By the process's event hub, of which each process has one. */
const held = new WeakMap<Ctx['events'], Map<string, number>>()

/**
 * A place to wait in this process, by kind: so many for a caller and so many for a client IP. Throws
 * `rate_limited` where there is none left; the caller gives the place back with the answered call.
 */
export function takeWait(
  { config, events }: Pick<Ctx, 'config' | 'events'>,
  kind: WaitKind,
  by: { principal?: string | undefined; address?: string | undefined },
): () => void {
  const counts = held.get(events) ?? new Map<string, number>()
  held.set(events, counts)
  const places: { key: string; most: number }[] = []
  if (by.address !== undefined) {
    const key = `${kind} address ${networkOf(by.address)}`
    places.push({ key, most: config.WAITS_PER_ADDRESS })
  }
  if (by.principal !== undefined) {
    places.push({ key: `${kind} principal ${by.principal}`, most: config.WAITS_PER_CALLER })
  }
  const full = places.find(({ key, most }) => most > 0 && (counts.get(key) ?? 0) >= most)
  if (full) {
    refusals.inc({ class: kind })
    throw new AppError(
      'rate_limited',
      `${full.most} calls of this kind already wait here. Try again when one has ended.`,
      { retryAfterSeconds: RETRY_SECONDS },
    )
  }
  for (const { key } of places) counts.set(key, (counts.get(key) ?? 0) + 1)
  let given = false
  return () => {
    if (given) return
    given = true
    for (const { key } of places) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
