import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { healthPauses } from '../../src/schema/studio.ts'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { faults } from '../support/stand-ins/vendor-stand-in.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, publishOnFal, startFal } from './support/fal-world.ts'
import { untilCompleted, untilEnded } from './support/follow-job.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const WITHIN_MS = 60_000

test('a vendor that fails pauses its recipe, though every worker is killed at the last failure', async (context) => {
  const fal = await startFal()
  try {
    await withWorld({ env: falEnv(fal) }, async (world) => {
      const { url } = await world.start('web')
      const workers = await Promise.all([world.start('worker'), world.start('worker')])
      const creator = new Visitor(url)
      const id = await publishOnFal(world, creator, 'picture')
      const fans = [1, 2, 3, 4].map(() => new Visitor(url))
      for (const fan of fans) await buy(fan, id)
      const [first, second, third, fourth] = fans as [Visitor, Visitor, Visitor, Visitor]
      for (let time = 0; time < 3; time++) fal.failOnce(faults.status(401, {}))
      for (const fan of [first, second]) {
        await untilEnded(world, (await remix(fan, id)).body.job_id)
      }
      const { job_id: last } = (await remix(third, id)).body
      await untilEnded(world, last)
      const watch = startWatch()
      await Promise.all(workers.map((worker) => worker.kill()))
      await world.start('worker')
      const pauses = () =>
        world.database.db
          .select({ judged: healthPauses.judged, endedBy: healthPauses.endedBy })
          .from(healthPauses)
          .where(eq(healthPauses.workflowId, id))
      await expect.poll(pauses, { timeout: WITHIN_MS }).toEqual([{ judged: 3, endedBy: null }])
      const recoveryMs = watch()
      const refused = await remix(new Visitor(url), id)
      expect(refused.status).toBe(409)
      // An authorisation from before the pause runs, and opens the recipe again.
      await untilCompleted(world, (await remix(fourth, id)).body.job_id)
      await expect.poll(pauses, { timeout: 2 * WITHIN_MS }).toEqual([{ judged: 3, endedBy: 'run' }])
      await expectWholeWorld(world, { jobs: 4 })
      reportFault(context, {
        fault: 'a vendor fails for good',
        done: 'three failed runs, kill -9 of both workers after the third',
        found: 'one pause; the next paid run delivered and opened the recipe again',
        recoveryMs,
      })
    })
  } finally {
    await fal.close()
  }
}, 300_000)
