import { randomUUID } from 'node:crypto'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

const AT_ONCE = 256
const ready: string[] = []

/** An id for one request. Ids are made in stock, since one alone costs several times its share. */
export function createRequestId(): string {
  const id = ready.pop()
  if (id !== undefined) return id
  for (let left = AT_ONCE; left > 1; left--) ready.push(randomUUID())
  return randomUUID()
}

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

const durations = new Histogram({
  name: 'vignette_http_request_seconds',
  help: 'Time to answer, by route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers: [],
})

export const refusals = new Counter({
  name: 'vignette_rate_refusals_total',
  help: 'Calls that this process refused with 429, by class of rate or kind of wait.',
  labelNames: ['class'],
  registers: [],
})

let isServed = false

/** Lets this process observe its answers from now on, and serves what it observed. */
export function serveHttpMetrics(registry: Registry): void {
  isServed = true
  registry.registerMetric(durations)
  registry.registerMetric(refusals)
}

/** Free of cost where no metrics are served: an observation takes a tenth of a kept answer’s time. */
export function observeAnswer(
  labels: { method: string; route: string; status: string },
  ms: number,
): void {
  if (isServed) durations.observe(labels, ms / 1000)
}
