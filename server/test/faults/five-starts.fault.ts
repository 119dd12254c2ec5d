import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { SEEDS } from '../../src/main/seeds/seeds.ts'
import { addressOf } from '../support/address-of.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const NAME = `vignette_test_empty_${process.pid}`
const PROCESSES = ['web', 'worker', 'web', 'worker', 'web'] as const

test(
  'five processes started at once on an empty database migrate it once and share one catalogue',
  (context) =>
    withWorld({}, async (world) => {
      const url = await createEmpty()
      const watch = startWatch()
      const env = { DATABASE_URL: url, SEED: 'true' }
      const started = await Promise.all(PROCESSES.map((role) => world.start(role, env)))
      const recoveryMs = watch()
      expect(started).toHaveLength(PROCESSES.length)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const ask = async (query: string) => (await client.query(query)).rows
        const applied = await ask('select hash from drizzle.__drizzle_migrations')
        expect(applied.length).toBeGreaterThan(0)
        expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
        // Whichever seeded, nobody planted a second set beside it.
        const twice = 'select name from workflows group by name having count(*) > 1'
        const planted = async () => (await ask('select name from workflows')).length
        await expect.poll(planted, { timeout: 30_000 }).toBe(SEEDS.length)
        expect(await ask(twice)).toEqual([])
      } finally {
        await client.end()
        await world.stopAll()
        await asAdmin(`drop database ${NAME} with (force)`)
      }
      reportFault(context, {
        fault: 'five processes start at once',
        done: 'three web and two worker processes on an empty database',
        found: 'each migration once, one catalogue, all five ready',
        recoveryMs,
      })
    }),
  180_000,
)

async function createEmpty(): Promise<string> {
  await asAdmin(`create database ${NAME}`)
  return addressOf(inject('adminUrl'), NAME)
}

async function asAdmin(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()
  await client.query(command)
  await client.end()
}
