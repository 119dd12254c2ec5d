const LONGEST_MS = 60 * 60 * 1000

/** Retry-After as milliseconds (RFC 9110 §10.2.3: seconds or an HTTP date), capped at an hour or another longest wait. */
export function parseRetryAfter(
  value: string | null | undefined,
  now: Date,
  longestMs = LONGEST_MS,
): number | undefined {
  const text = value?.trim()
  if (!text) return undefined
  const seconds = Number(text)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.round(ms)), longestMs) : undefined
}
