import { API_BASE } from '@vignette/contract/paths.ts'
import type { FastifyBaseLogger } from 'fastify'

/** What the log names instead of the many built files of the web app. */
export const STATIC_FILE = 'file'
const PROBE = `${API_BASE}/healthcheck`

/**
 * The one line of an answered request. It names the route and not the address: no id, no query, no
 * token, and nothing of who asked.
 */
export function noteAnswer(
  log: Pick<FastifyBaseLogger, 'info' | 'debug'>,
  answer: { method: string; route: string; status: number; ms: number; reqId?: string },
): void {
  const isQuiet = answer.route === PROBE || answer.route === STATIC_FILE
  log[isQuiet ? 'debug' : 'info']({ ...answer, ms: Math.round(answer.ms) }, 'answered')
}
