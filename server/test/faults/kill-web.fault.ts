import type { CreationView } from '@vignette/contract/creations.ts'
import { expect, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { publishFilm } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

test(
  'the web process killed while a buyer waits on a synchronous remix',
  (context) =>
    withWorld({}, async (world) => {
      const [doomed, web] = await Promise.all([
        world.start('web'),
        world.start('web'),
        world.start('worker'),
      ])
      const fan = new Visitor(doomed.url)
      const id = await publishFilm(new Visitor(web.url))
      await buy(fan, id)
      const ask = (actor: Visitor) =>
        actor.call<CreationView>(
          'POST',
          `/workflows/${id}/creations`,
          { user_id: actor.anonymousId, user_inputs: { wish: 'boat' }, async: false },
          { 'idempotency-key': 'one-remix' },
        )
      const broken = ask(fan).catch(() => 'the line broke')
      await expect.poll(() => world.database.db.$count(jobs), { interval: 20 }).toBe(1)
      await doomed.kill()
      const watch = startWatch()
      expect(await broken).toBe('the line broke')
      // Like the web client, sends the same request again to the process that is left.
      const answer = await ask(fan.at(web.url))
      const recoveryMs = watch()
      expect(answer.status).toBe(200)
      expect(answer.body.video).toMatch(/\.mp4$/)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'the web process dies in a synchronous remix',
        done: 'kill -9; the same request sent again to another',
        found: 'joined the running job, one creation, captured once',
        recoveryMs,
      })
    }),
  240_000,
)
