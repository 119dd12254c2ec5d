import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { untilCompleted, untilStep } from './support/follow-job.ts'
import { publishFilm } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

test(
  'a running job completes after a restart of the database',
  (context) =>
    withWorld({ ownServer: true }, async (world) => {
      const server = await world.start('all')
      const fan = new Visitor(server.url)
      const id = await publishFilm(new Visitor(server.url))
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'draw')
      await world.server?.stop()
      await world.server?.start()
      const watch = startWatch()
      const ready = async () =>
        (await fan.fetch('/api/v1/healthcheck?ready=1').catch(() => undefined))?.status
      await expect.poll(ready, { timeout: 30_000, interval: 50 }).toBe(200)
      const recoveryMs = watch()
      await untilCompleted(world, job_id)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'the database restarts',
        done: 'stopped and started in the first step of a paid film',
        found: 'the process lived on, the job ended well, captured once',
        recoveryMs,
      })
    }),
  240_000,
)
