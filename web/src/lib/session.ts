import { SESSION_IDLE_MS } from '@vignette/contract/limits.ts'

interface SessionMark {
  id: string
  lastSeen: number
}

/** A session ends after more than 30 idle minutes; otherwise this call extends the session. */
export function continueSession(
  stored: SessionMark | undefined,
  now: number,
  createId: () => string,
): SessionMark {
  const alive = stored && now - stored.lastSeen <= SESSION_IDLE_MS
  return { id: alive ? stored.id : createId(), lastSeen: now }
}
