import type { EventName } from '@vignette/contract/event-names.ts'
import { createUuid, isBrowser } from './browser.ts'
import { continueSession } from './session.ts'
import { readItem, writeItem } from './storage.ts'

type Property = string | number | boolean | null
export type Properties = Record<string, Property>
interface Entry {
  event: EventName
  distinct_id: string
  uuid: string
  timestamp: string
  properties: Properties
}

const ANONYMOUS = 'analytics_anonymous_id'
const SESSION = 'analytics_session_id'
const LAST_SEEN = 'analytics_session_last_seen'
const FLUSH_AFTER_MS = 3_000
const BATCH = 50

let target: { url: string; key: string } | undefined
let queue: Entry[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Where nothing can be stored, a page's events are at least one stranger's. */
let unstored: string | undefined

/** Sets the collector from the server's configuration; events wait until then. */
export function configureAnalytics(url: string, key: string): void {
  target = { url, key }
  if (queue.length > 0) scheduleFlush()
}

/** An event names an action and never contains typed text. */
export function track(event: EventName, properties: Properties = {}): void {
  if (!isBrowser) return
  queue.push({
    event,
    distinct_id: getDistinctId(),
    uuid: createUuid(),
    timestamp: new Date().toISOString(),
    properties: { ...properties, $session_id: getSessionId(), path: readablePath() },
  })
  if (queue.length > 500) queue = queue.slice(-500)
  scheduleFlush()
}

export function flushAnalytics(leaving = false): void {
  clearTimeout(timer)
  timer = undefined
  if (!target || queue.length === 0) return
  while (queue.length > 0) {
    const batch = queue.slice(0, BATCH)
    queue = queue.slice(BATCH)
    send(JSON.stringify({ api_key: target.key, batch }), target.url, leaving)
  }
}

function send(body: string, url: string, leaving: boolean): void {
  const sameOrigin = new URL(url, location.href).origin === location.origin
  // JSON to another origin needs a preflight, which a closing page cannot make.
  const type = sameOrigin ? 'application/json' : 'text/plain'
  if (leaving && navigator.sendBeacon?.(url, new Blob([body], { type }))) return
  fetch(url, { method: 'POST', body, headers: { 'content-type': type }, keepalive: leaving }).catch(
    () => undefined,
  )
}

function scheduleFlush(): void {
  if (target && !timer) timer = setTimeout(flushAnalytics, FLUSH_AFTER_MS)
}

function getDistinctId(): string {
  const stored = readItem(ANONYMOUS)
  if (stored) return stored
  unstored ??= createUuid()
  writeItem(ANONYMOUS, unstored)
  return unstored
}

function getSessionId(): string {
  const id = readItem(SESSION)
  const lastSeen = Number(readItem(LAST_SEEN))
  const mark = continueSession(
    id && lastSeen ? { id, lastSeen } : undefined,
    Date.now(),
    createUuid,
  )
  if (mark.id !== id) writeItem(SESSION, mark.id)
  writeItem(LAST_SEEN, String(mark.lastSeen))
  return mark.id
}

/** The page's path without the query, which may hold a secret key or a search. */
function readablePath(): string {
  return location.pathname
}

if (isBrowser) {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flushAnalytics(true)
  })
  addEventListener('pagehide', () => flushAnalytics(true))
}
