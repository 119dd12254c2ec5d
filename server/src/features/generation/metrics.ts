import { Counter, Histogram } from 'prom-client'
import type { JobRow } from './tables.ts'

/** Counted where a job ends: mostly in the worker, in the web process for a cancellation. */
const ended = new Counter({
  name: 'vignette_jobs_ended_total',
  help: 'Jobs that ended in this process, by status and by the code of their failure.',
  labelNames: ['status', 'code'],
  registers: [],
})

const seconds = new Histogram({
  name: 'vignette_job_seconds',
  help: 'From the request to the end of a job, waiting included, by status.',
  labelNames: ['status'],
  buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800],
  registers: [],
})

export const generationMetrics = [ended, seconds]

export function countEnded({ status, errorCode, createdAt, finishedAt }: JobRow): void {
  ended.inc({ status, code: errorCode ?? '' })
  const tookMs = (finishedAt?.getTime() ?? 0) - createdAt.getTime()
  // The clocks of two machines may differ by more than the job's duration.
  seconds.observe({ status }, Math.max(0, tookMs) / 1000)
}
