import { expect, test } from 'vitest'
import { publish, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { holderOf, untilCompleted, untilStep } from './support/follow-job.ts'
import { ask } from './support/installation.ts'
import { reportFault } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const SET = {
  price: 300,
  steps: [
    {
      id: 'draw',
      provider: 'local',
      function_type: 'text_to_image',
      prompt: 'A {{wish}} by the sea at dawn',
      params: { width: 768, height: 768 },
      count: 4,
    },
  ],
}

test.for([
  ['as its second picture begins', 'draw#2', 'running'],
  ['as its last picture is done', 'draw#4', 'done'],
] as const)(
  'a worker killed in a paid set, %s',
  { timeout: 240_000 },
  ([moment, step, state], context) =>
    withWorld({}, async (world) => {
      const [web, ...workers] = await Promise.all([
        world.start('web'),
        world.start('worker'),
        world.start('worker'),
      ])
      const fan = new Visitor(web.url)
      const { id } = await publish(new Visitor(web.url), SET)
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, step, state)
      await (await holderOf(world, job_id, workers)).kill()
      await untilCompleted(world, job_id)
      await expectWholeWorld(world, { jobs: 1 })
      const files = await ask(
        world,
        `select c.file_count, count(distinct m.id)::int as stored from creations c
         left join creation_parts p on p.creation_id = c.id
         join media m on m.id in (c.media_id, p.media_id) and m.deleted_at is null
         group by c.id`,
      )
      expect(files).toEqual([{ file_count: 4, stored: 4 }])
      reportFault(context, {
        fault: `a worker dies in a set, ${moment}`,
        done: 'kill -9 of the worker of a paid set of four',
        found: 'all four files delivered once, captured once',
      })
    }),
)
