import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { readJob, untilCompleted, untilStep } from './support/follow-job.ts'
import { publishFilm } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const JUMP_CLOCK = fileURLToPath(new URL('support/jump-clock.mjs', import.meta.url))
const HOUR_MS = 3_600_000

test.for([
  ['forward', 2 * HOUR_MS],
  ['back', -2 * HOUR_MS],
] as const)(
  'the clock jumps %s in the middle of a paid film',
  async ([direction, jumpMs], context) => {
    const env = { NODE_OPTIONS: `--import=${JUMP_CLOCK}`, CLOCK_JUMP_MS: String(jumpMs) }
    await withWorld({}, async (world) => {
      const [web, worker] = await Promise.all([world.start('web'), world.start('worker', env)])
      const fan = new Visitor(web.url)
      const id = await publishFilm(new Visitor(web.url))
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'restyle')
      const watch = startWatch()
      process.kill(worker.pid, 'SIGUSR2')
      await untilCompleted(world, job_id)
      const recoveryMs = watch()
      const job = await readJob(world, job_id)
      // The clock did jump, and no worker took the job for dead or overdue.
      expect(Math.sign(Number(job.finishedAt) - Date.now())).toBe(Math.sign(jumpMs))
      expect(job.attempt).toBe(1)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: `a worker's clock jumps ${direction}`,
        done: 'by two hours, in the second step of a paid film',
        found: 'one attempt, captured once',
        recoveryMs,
      })
    })
  },
)
