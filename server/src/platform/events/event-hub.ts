import pg from 'pg'
import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'

/**
 * A notification says only that a row changed, and the listener reads the row again; a lost
 * notification costs latency only.
 */
export interface Change<Subject extends string = string> {
  about: Subject
  id: string
  seq: number
}

export interface EventHub<Subject extends string = string> {
  publish(change: Change<Subject>): Promise<void>
  /** Called on each change of this id, and after each reconnection. */
  subscribe(id: string, onChange: () => void): () => void
  /** Called on every change, for caches; with null after a reconnection, when any row may have changed. */
  subscribeAll(onChange: (change: Change<Subject> | null) => void): () => void
  /** False while the process receives no notifications. */
  isConnected(): boolean
  close(): Promise<void>
}

const CHANNEL = 'vignette'

/** The backend process id of a pg connection, which pg's types leave out. */
function backendOf(client: object): number {
  return (client as { processID?: number | null }).processID ?? 0
}

export async function openEventHub<Subject extends string = string>(options: {
  connectionString: string
  log: Logger
  /** By which operators and commands know the process, as long as it lives. */
  listensAs?: string
}): Promise<EventHub<Subject>> {
  const listeners = new Map<string, Set<() => void>>()
  const everything = new Set<(change: Change<Subject> | null) => void>()
  const sender = new pg.Pool({
    connectionString: options.connectionString,
    application_name: 'vignette-events',
    max: 1,
  })
  const own = new Set<number>()
  // Each notification carries the backend process id of the connection that sent it.
  sender.on('connect', (client) => own.add(backendOf(client)))
  sender.on('remove', (client) => own.delete(backendOf(client)))
  sender.on('error', (error) => options.log.warn({ err: error }, 'event sender'))

  function deliver(change: Change<Subject>): void {
    for (const onChange of listeners.get(change.id) ?? []) onChange()
    for (const onChange of everything) onChange(change)
  }

  function hear({ processId, payload }: pg.Notification): void {
    if (own.has(processId)) return
    try {
      deliver(JSON.parse(payload ?? '') as Change<Subject>)
    } catch {
      options.log.warn('a notification that is no JSON was dropped')
    }
  }

  const unsent: { payload: string; sent: PromiseWithResolvers<void> }[] = []
  let sending = false

  /**
   * Sends the announcements that gathered during a send in one statement: each commit with NOTIFY
   * takes a server-wide lock.
   */
  async function sendAll(): Promise<void> {
    sending = true
    // A delivery announces several rows at once.
    await Promise.resolve()
    while (unsent.length > 0) {
      const batch = unsent.splice(0)
      try {
        await sender.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          CHANNEL,
          batch.map((one) => one.payload),
        ])
        for (const { sent } of batch) sent.resolve()
      } catch (error) {
        for (const { sent } of batch) sent.reject(error)
      }
    }
    sending = false
  }

  const listener = await listen({
    connectionString: options.connectionString,
    applicationName: options.listensAs ?? 'vignette-listen',
    channel: CHANNEL,
    log: options.log,
    onNotification: hear,
    // Notifications during the break are lost, so all listeners read again.
    onReconnect() {
      for (const set of listeners.values()) for (const onChange of set) onChange()
      for (const onChange of everything) onChange(null)
    },
  })

  return {
    async publish(change) {
      // This process hears its own announcement before the caller gets an answer, and without the database.
      deliver(change)
      const sent = Promise.withResolvers<void>()
      unsent.push({ payload: JSON.stringify(change), sent })
      if (!sending) void sendAll()
      await sent.promise
    },
    subscribe(id, onChange) {
      const set = listeners.get(id) ?? new Set()
      set.add(onChange)
      listeners.set(id, set)
      return () => {
        set.delete(onChange)
        if (set.size === 0) listeners.delete(id)
      }
    },
    subscribeAll(onChange) {
      everything.add(onChange)
      return () => everything.delete(onChange)
    },
    isConnected: () => listener.isConnected(),
    async close() {
      await Promise.allSettled([listener.close(), sender.end()])
    },
  }
}

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
