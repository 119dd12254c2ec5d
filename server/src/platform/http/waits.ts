import { AppError } from './app-error.ts'
import { networkOf } from './network.ts'
import { refusals } from './observe.ts'

/** Event streams, and calls that wait for an answer: synchronous remixes and joined requests. */
export type WaitKind = 'streams' | 'answers'

const RETRY_SECONDS = 5

/** The slots of one process in which calls wait. */
export interface Waits {
  /**
   * Takes a slot of this kind, limited per caller and per client IP. Throws `rate_limited` where
   * no slot is left; calling the returned function gives the slot back.
   */
  take(
    kind: WaitKind,
    by: { principal?: string | undefined; address?: string | undefined },
  ): () => void
}

/** A limit of 0 is no limit. */
export function openWaits(limits: { perCaller: number; perAddress: number }): Waits {
  const counts = new Map<string, number>()
  return { take: (kind, by) => takeWait(counts, limits, kind, by) }
}

function takeWait(
  counts: Map<string, number>,
  limits: { perCaller: number; perAddress: number },
  kind: WaitKind,
  by: { principal?: string | undefined; address?: string | undefined },
): () => void {
  const slots: { key: string; most: number }[] = []
  if (by.address !== undefined) {
    const key = `${kind} address ${networkOf(by.address)}`
    slots.push({ key, most: limits.perAddress })
  }
  if (by.principal !== undefined) {
    slots.push({ key: `${kind} principal ${by.principal}`, most: limits.perCaller })
  }
  const full = slots.find(({ key, most }) => most > 0 && (counts.get(key) ?? 0) >= most)
  if (full) {
    refusals.inc({ class: kind })
    throw new AppError(
      'rate_limited',
      `${full.most} calls of this kind already wait here. Try again when one has ended.`,
      { retryAfterSeconds: RETRY_SECONDS },
    )
  }
  for (const { key } of slots) counts.set(key, (counts.get(key) ?? 0) + 1)
  let given = false
  return () => {
    if (given) return
    given = true
    for (const { key } of slots) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
