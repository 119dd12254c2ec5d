import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { countQueries } from '../../../test/support/count-queries.ts'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createRateLimiter } from './rate-limits.ts'
import { openSharedBuckets, sweepRateBuckets } from './shared-buckets.ts'
import { rateBuckets } from './tables.ts'

const RATES = {
  writes: 60,
  remixes: 2,
  uploads: 60,
  checkouts: 0,
  'sign-ins': 1,
  reports: 10,
  analytics: 120,
  waitlist: 1,
  letters: 1,
  exports: 5,
  reads: 0,
  webhooks: 0,
}
const APPLICATION = 'vignette-rates-test'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

type Kind = Parameters<ReturnType<typeof createRateLimiter>>[0]

/** Processes of one installation: one clock, one database, one connection pool each. */
function openProcesses() {
  const clock = { ms: 1_000_000 }
  const { log } = createTestCtx(database)
  const open = () => {
    const { connectionString } = database
    const own = openDatabase({ connectionString, applicationName: APPLICATION, log })
    let closing: Promise<void> | undefined
    const close = () => (closing ??= own.close())
    onTestFinished(close)
    const limit = createRateLimiter((one) => RATES[one], {
      ask: openSharedBuckets(own.db, 'a-secret-of-tests', () => new Date(clock.ms)),
      now: () => clock.ms,
    })
    return {
      close,
      /** How many of this many simultaneous calls are admitted. */
      async call(kind: Kind, times: number, address = '192.0.2.1') {
        const calls = Array.from({ length: times }, () => limit(kind, { address }))
        const ended = await Promise.allSettled(calls)
        return ended.filter(({ status }) => status === 'fulfilled').length
      },
    }
  }
  onTestFinished(async () => void (await database.db.delete(rateBuckets)))
  return { clock, open }
}

test('two processes on one database together admit the rate, not twice the rate', async () => {
  const { clock, open } = openProcesses()
  const [one, two] = [open(), open()]
  let admitted = 0
  for (let turn = 0; turn < 70; turn++) {
    admitted += (await one.call('writes', 1)) + (await two.call('writes', 1))
  }
  expect(admitted).toBe(60)
  clock.ms += 30_000
  expect((await one.call('writes', 25)) + (await two.call('writes', 25))).toBe(30)
})

test('the last token goes to one of ten calls that race for the token at two processes', async () => {
  const { clock, open } = openProcesses()
  const [one, two] = [open(), open()]
  for (let round = 0; round < 20; round++) {
    const admitted = await Promise.all([one.call('sign-ins', 5), two.call('sign-ins', 5)])
    expect(admitted[0] + admitted[1]).toBe(1)
    clock.ms += 60_000
  }
})

test('tokens that one process leased and did not spend are available to another after six seconds', async () => {
  const { clock, open } = openProcesses()
  const [one, two] = [open(), open()]
  expect(await one.call('writes', 54)).toBe(54)
  // This call leases the last six tokens to the first process.
  expect(await one.call('writes', 1)).toBe(1)
  expect(await two.call('writes', 10)).toBe(0)
  clock.ms += 6_000
  // The first process gives five back with its next question; six more have flowed back.
  expect(await one.call('writes', 1, '198.51.100.7')).toBe(1)
  expect(await two.call('writes', 20)).toBe(11)
})

test('the network around ten addresses has ten times the rate, at two processes together', async () => {
  const { open } = openProcesses()
  const [one, two] = [open(), open()]
  let admitted = 0
  for (let host = 1; host <= 30; host++) {
    const at = host % 2 ? one : two
    admitted += await at.call('remixes', 3, `2001:db8:5:${host}::1`)
  }
  expect(admitted).toBe(20)
  expect(await one.call('remixes', 3, '2001:db8:6:1::1')).toBe(2)
})

test('a caller’s sixty calls cost a tenth of as many statements, and a refused call costs none', async () => {
  const { open } = openProcesses()
  const one = open()
  const counter = countQueries(APPLICATION)
  onTestFinished(() => counter.stop())
  const statements = await counter.during(async () => {
    for (let call = 0; call < 60; call++) expect(await one.call('writes', 1)).toBe(1)
  })
  expect(statements).toHaveLength(10)
  const refused = await counter.during(async () => expect(await one.call('writes', 50)).toBe(0))
  expect(refused).toEqual([])
})

test('without the database each process enforces the rate alone', async () => {
  const { open } = openProcesses()
  const [one, two] = [open(), open()]
  expect(await one.call('writes', 20)).toBe(20)
  await one.close()
  expect(await one.call('writes', 100)).toBe(40)
  expect(await two.call('writes', 100)).toBe(40)
})

test('the table contains no address, and full buckets are swept', async () => {
  const { open } = openProcesses()
  expect(await open().call('writes', 1)).toBe(1)
  const rows = await database.db.select().from(rateBuckets)
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
  // This test's clock stands in 1970.
  await sweepRateBuckets.run(createTestCtx(database))
  expect(await database.db.select().from(rateBuckets)).toEqual([])
})
