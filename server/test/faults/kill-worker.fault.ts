import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import {
  holderOf,
  readSteps,
  untilCompleted,
  untilStep,
  untilTakenAgain,
} from './support/follow-job.ts'
import { publishFilm } from './support/recipes.ts'
import { reportFault } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

test(
  'a worker killed in the middle of a paid film',
  (context) =>
    withWorld({}, async (world) => {
      const [web, ...workers] = await Promise.all([
        world.start('web'),
        world.start('worker'),
        world.start('worker'),
      ])
      const fan = new Visitor(web.url)
      const id = await publishFilm(new Visitor(web.url))
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'restyle')
      await (await holderOf(world, job_id, workers)).kill()
      const before = await readSteps(world, job_id)
      expect(before.draw?.state).toBe('done')
      expect(before.restyle?.state).toBe('running')
      const recoveryMs = await untilTakenAgain(world, job_id)
      expect(recoveryMs).toBeLessThan(30_000)
      await untilCompleted(world, job_id)
      expect((await readSteps(world, job_id)).draw).toEqual(before.draw)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'a worker dies in the second of three steps',
        done: 'kill -9 of the worker of a paid film',
        found: 'resumed on another, first step not repeated, captured once',
        recoveryMs,
      })
    }),
  240_000,
)
