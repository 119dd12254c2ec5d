import { expect, test } from 'vitest'
import { Visitor } from '../support/browser.ts'
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
  'a worker killed in the middle of a creator’s test',
  (context) =>
    withWorld({}, async (world) => {
      const [web, ...workers] = await Promise.all([
        world.start('web'),
        world.start('worker'),
        world.start('worker'),
      ])
      const creator = new Visitor(web.url)
      const id = await publishFilm(creator)
      const { body } = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
        user_inputs: { wish: 'boat' },
      })
      await untilStep(world, body.job_id, 'restyle')
      await (await holderOf(world, body.job_id, workers)).kill()
      const before = await readSteps(world, body.job_id)
      expect(before.draw?.state).toBe('done')
      const recoveryMs = await untilTakenAgain(world, body.job_id)
      await untilCompleted(world, body.job_id)
      expect((await readSteps(world, body.job_id)).draw).toEqual(before.draw)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'a worker dies in the second of three steps',
        done: 'kill -9 of the worker of a creator’s test',
        found: 'resumed on another, first step not repeated, no creation and no sale',
        recoveryMs,
      })
    }),
  240_000,
)
