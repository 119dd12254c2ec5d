import type { EventName } from '@vignette/contract/event-names.ts'
import { type Properties, track } from './analytics.ts'

/** One event per key and interval, for actions that repeat with each keystroke. */
export function createThrottledTrack(intervalMs: number, now: () => number = Date.now) {
  const last = new Map<string, number>()
  return (key: string, event: EventName, properties?: Properties): boolean => {
    const at = now()
    if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) < intervalMs) return false
    last.set(key, at)
    track(event, properties)
    return true
  }
}
