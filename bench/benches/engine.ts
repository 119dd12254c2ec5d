import { setTimeout as wait } from 'node:timers/promises'
import { fromPg } from '../support/bare-boss.ts'
import type { Bench, BenchTools } from '../support/bench.ts'
import { query } from '../support/database.ts'
import { startNode, startServer } from '../support/processes.ts'
import { takeRounds } from '../support/rounds.ts'
import { Visitor } from '../support/visitor.ts'

const PROGRAM = 'bench/support/engine-process.ts'
const JOBS = 1600
/**
 * Jobs that run before the measurement: in production a worker runs for weeks, and its code is
 * warm.
 */
const WARM = 400
const SLOTS = 8
const WAITING_JOBS = 160
/** Warm-up jobs that absorb the difference between two processes' start times. */
const WAITING_WARM = 32
const SENDERS = 16
const LIMIT_MS = 180_000

/** The number of queued jobs that workers complete in a second. */
async function endJobs(
  { databases }: BenchTools,
  options: { jobs: number; warm: number; workers: number; env: Record<string, string> },
): Promise<number> {
  const databaseUrl = await databases.createEmpty('engine')
  const web = await startServer({ databaseUrl, program: PROGRAM, env: { ROLE: 'web' } })
  try {
    await fill(web.address, options.jobs)
    const workers = await Promise.all(
      Array.from({ length: options.workers }, () =>
        startNode([PROGRAM], {
          ready: /ready at (\S+)/,
          env: {
            ...options.env,
            ROLE: 'worker',
            DATABASE_URL: databaseUrl,
            DATA_DIR: web.dataDir,
            SECRET: 'bench-bench-bench-bench-bench-bench',
          },
        }),
      ),
    )
    try {
      return await rateOf(databaseUrl, options)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
  } finally {
    await web.stop()
  }
}

/**
 * Several people and recipes, so that neither a person's turn nor a recipe's row lock is measured.
 */
async function fill(address: string, jobs: number): Promise<void> {
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      const visitor = new Visitor(address)
      const recipe = await visitor.publish()
      for (let at = 0; at < jobs / SENDERS; at++) await visitor.remix(recipe, false)
    }),
  )
}

/**
 * From the end of the last warm-up job to the end of the last job, by the rows that the engine
 * wrote.
 */
async function rateOf(
  databaseUrl: string,
  { jobs, warm }: { jobs: number; warm: number },
): Promise<number> {
  const began = `(select finished_at from jobs where finished_at is not null
    order by finished_at offset ${warm - 1} limit 1)`
  const until = performance.now() + LIMIT_MS
  while (performance.now() < until) {
    const { rows } = await query(
      databaseUrl,
      `select count(*) filter (where status = 'COMPLETED')::int as ended,
         count(*) filter (where status = 'FAILED')::int as failed,
         extract(epoch from max(finished_at) - ${began})::float8 as seconds from jobs`,
    )
    if (rows[0].failed > 0) throw new Error(`${rows[0].failed} jobs failed`)
    if (rows[0].ended === jobs) return (jobs - warm) / rows[0].seconds
    await wait(100)
  }
  throw new Error(`the jobs did not end within ${LIMIT_MS / 1000} s`)
}

/**
 * Remixes without work, with all their rows and events, compared with empty jobs of plain pg-boss.
 */
export const engine: Bench = async (tools) => {
  const slots = { WORKER_CONCURRENCY: String(SLOTS) }
  const { subject = [], limit = [] } = await takeRounds(3, {
    subject: () => endJobs(tools, { jobs: JOBS, warm: WARM, workers: 1, env: slots }),
    limit: async () =>
      fromPg(await tools.databases.createEmpty('boss'), { jobs: JOBS, warm: WARM, slots: SLOTS }),
  })
  return [
    {
      what: 'engine, remixes of nothing',
      unit: 'jobs/s',
      subject,
      limit,
      limitName: 'bare pg-boss',
      compares: 'ratio',
    },
  ]
}

/**
 * Two worker processes compared with one; each has few slots, and each job waits for its provider.
 */
export const workers: Bench = async (tools) => {
  const env = { WORKER_CONCURRENCY: '4', WAIT_MS: '500' }
  const { two = [], one = [] } = await takeRounds(3, {
    two: () => endJobs(tools, { jobs: WAITING_JOBS, warm: WAITING_WARM, workers: 2, env }),
    one: () => endJobs(tools, { jobs: WAITING_JOBS, warm: WAITING_WARM, workers: 1, env }),
  })
  return [
    {
      what: 'two workers, provider waits',
      unit: 'jobs/s',
      subject: two,
      limit: one,
      limitName: 'one worker',
      compares: 'ratio',
      goal: { atLeast: 1.9 },
    },
  ]
}
