import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { readStore } from '../support/read-manifest.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { holderOf, untilCompleted, untilTakenAgain } from './support/follow-job.ts'
import { ask } from './support/installation.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

test('a worker killed while it signs a paid picture', async (context) => {
  // A time-stamping authority that holds its first answer: the signature waits for it.
  const asked = Promise.withResolvers<void>()
  const authority = createServer((request, response) => {
    request.resume()
    asked.resolve()
    // The second asking, of the next worker, gets no stamp and goes on without.
    if (calls++ > 0) response.writeHead(503).end()
  })
  let calls = 0
  await new Promise<void>((done) => authority.listen(0, '127.0.0.1', done))
  const { port } = authority.address() as AddressInfo
  try {
    await withWorld({ env: { C2PA_TSA_URL: `http://127.0.0.1:${port}/` } }, async (world) => {
      const [web, ...workers] = await Promise.all([
        world.start('web'),
        world.start('worker'),
        world.start('worker'),
      ])
      const fan = new Visitor(web.url)
      const id = await publishSketch(new Visitor(web.url), 300)
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await asked.promise
      await (await holderOf(world, job_id, workers)).kill()
      const recoveryMs = await untilTakenAgain(world, job_id)
      await untilCompleted(world, job_id)
      await expectWholeWorld(world, { jobs: 1 })
      const files = await ask(
        world,
        `select storage_key, signed_by from media where origin = 'generated' and deleted_at is null`,
      )
      expect(files).toMatchObject([{ signed_by: expect.any(String) }])
      const storage = await world.openStorage()
      const bytes = await storage.read(String(files[0]?.storage_key))
      const store = await readStore('image/png', bytes)
      expect(store.validation_state).toBe('Valid')
      // Signed once: a second signing would have made the first one an ingredient.
      expect(Object.keys(store.manifests)).toHaveLength(1)
      reportFault(context, {
        fault: 'a worker dies while it signs',
        done: 'kill -9 of the worker of a paid picture whose signature waits for its time stamp',
        found: 'drawn and signed once on another, one file, captured once',
        recoveryMs,
      })
    })
  } finally {
    authority.closeAllConnections()
    authority.close()
  }
}, 240_000)
