import { Counter, Histogram } from 'prom-client'

/** Registered only where metrics are served; otherwise an observation costs almost nothing. */
export const httpDurations = new Histogram({
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
