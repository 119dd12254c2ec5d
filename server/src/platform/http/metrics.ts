import { Counter, Histogram, type Registry } from 'prom-client'

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
