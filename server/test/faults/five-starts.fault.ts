import { expect, test } from 'vitest'
import { samplesAndSources } from '../../src/features/catalogue/planted.ts'
import { SEEDS } from '../../src/features/catalogue/seeds/seeds.ts'
import { Visitor } from '../support/browser.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const PROCESSES = ['web', 'worker', 'web', 'worker', 'web'] as const

test(
  'five processes started at once on an empty database migrate it once and share one catalogue',
  (context) =>
    withWorld(
      { emptyDatabase: true, env: { SEED: 'true', SEED_CREATIONS: 'false' } },
      async (world) => {
        const watch = startWatch()
        const started = await Promise.all(PROCESSES.map((role) => world.start(role)))
        const recoveryMs = watch()
        const ask = async (query: string) => (await world.database.pool.query(query)).rows
        const applied = await ask('select hash from drizzle.__drizzle_migrations')
        expect(applied.length).toBeGreaterThan(0)
        expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
        // A process is ready once every sample of the catalogue exists.
        const visitor = new Visitor(started[0]?.url ?? '')
        const ready = async () => (await visitor.fetch('/api/v1/healthcheck?ready=1')).status
        await expect.poll(ready, { timeout: 240_000, interval: 500 }).toBe(200)
        // Exactly one process seeded the catalogue.
        const names = await ask('select name from workflows')
        expect(names).toHaveLength(SEEDS.length)
        expect(new Set(names.map(({ name }) => name)).size).toBe(SEEDS.length)
        await expectWholeWorld(world, { jobs: samplesAndSources().length })
        reportFault(context, {
          fault: 'five processes start at once',
          done: 'three web and two worker processes on an empty database',
          found: 'each migration once, one catalogue, each sample made once',
          recoveryMs,
        })
      },
    ),
  360_000,
)
