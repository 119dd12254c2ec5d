import type { EventHub } from './event-hub.ts'

export interface Bell {
  /** Resolves at the next change, at a change since the last wait, or after this time. */
  wait(mostMs: number): Promise<void>
  close(): void
}

/** Rings at each change of this id, at each reconnection, and when a signal aborts. */
export function openBell(events: EventHub, id: string, signal?: AbortSignal): Bell {
  let rung = signal?.aborted ?? false
  let wake: () => void = () => undefined
  const ring = () => {
    rung = true
    wake()
  }
  const unsubscribe = events.subscribe(id, ring)
  signal?.addEventListener('abort', ring)
  return {
    async wait(mostMs) {
      if (!rung) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, mostMs)
        })
        clearTimeout(timer)
      }
      rung = false
    },
    close() {
      unsubscribe()
      signal?.removeEventListener('abort', ring)
    },
  }
}
