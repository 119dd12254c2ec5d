import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts'
import { runTasks, type TaskRunner } from './run-tasks.ts'

const NAME = 'test.task'
const log = pino({ level: 'silent' })

let database: TestDatabase
let connections: QueueDatabase
let boss: PgBoss
let runners: TaskRunner[]
let asked: number
beforeEach(async () => {
  database = await createTestDatabase()
  runners = []
  asked = 0
  connections = openQueueDatabase({
    connectionString: database.connectionString,
    log,
    onNews: (name) => {
      if (name === NAME) for (const runner of runners) runner.look()
    },
  })
  boss = new PgBoss({ db: connections, useListenNotify: true, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue(NAME, { notify: true, retryLimit: 3, retryDelay: 0, heartbeatSeconds: 10 })
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop(0)))
  await boss.stop({ graceful: false, close: false })
  await connections.close()
  await database.drop()
})

/** Tasks that wait until the test ends them. */
function begin(concurrency: number, options: { heartbeatMs?: number } = {}) {
  const begun: { id: number; signal: AbortSignal; end: (error?: Error) => void }[] = []
  const runner = runTasks({
    boss: {
      fetch: ((...words: Parameters<typeof boss.fetch>) => {
        asked++
        return boss.fetch(...words)
      }) as typeof boss.fetch,
      complete: boss.complete.bind(boss),
      fail: boss.fail.bind(boss),
      touch: boss.touch.bind(boss),
    },
    name: NAME,
    concurrency,
    log,
    ...options,
    handle: (data, signal) => {
      const work = Promise.withResolvers<void>()
      const end = (error?: Error) => (error ? work.reject(error) : work.resolve())
      begun.push({ id: (data as { id: number }).id, signal, end })
      return work.promise
    },
  })
  runners.push(runner)
  const ids = () => begun.map((task) => task.id).toSorted((a, b) => a - b)
  return { begun, runner, ids }
}

async function send(...ids: number[]): Promise<void> {
  await boss.insert(
    NAME,
    ids.map((id) => ({ data: { id } })),
  )
}

async function states(): Promise<Record<number, string>> {
  const { rows } = await database.pool.query(
    `select (data->>'id')::int as id, state from pgboss.job where name = $1 order by 1`,
    [NAME],
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.state]))
}

test('takes as many as it has places at once, and the next when one has ended', async () => {
  await send(1, 2, 3, 4, 5)
  const { begun, ids } = begin(3)
  await expect.poll(ids).toHaveLength(3)
  expect(asked).toBe(1)
  begun[0]?.end()
  await expect.poll(ids).toHaveLength(4)
  for (const task of begun) task.end()
  await expect.poll(ids).toEqual([1, 2, 3, 4, 5])
  for (const task of begun) task.end()
  await expect.poll(states).toEqual({
    1: 'completed',
    2: 'completed',
    3: 'completed',
    4: 'completed',
    5: 'completed',
  })
})

test('one announcement is one question, however many places are free', async () => {
  const { ids } = begin(8)
  await expect.poll(() => asked).toBe(1)
  await send(1)
  await expect.poll(ids).toEqual([1])
  expect(asked).toBe(2)
})

test('what fails is tried again and keeps nothing beside it from ending', async () => {
  await send(1, 2)
  const { begun, runner, ids } = begin(2)
  await expect.poll(ids).toEqual([1, 2])
  begun.find((task) => task.id === 1)?.end(new Error('not this time'))
  begun.find((task) => task.id === 2)?.end()
  await expect.poll(() => (runner.look(), ids())).toEqual([1, 1, 2])
  begun.at(-1)?.end()
  await expect.poll(states).toEqual({ 1: 'completed', 2: 'completed' })
})

test('a task that outlives its time is told so, and its place is free again', async () => {
  await boss.updateQueue(NAME, { expireInSeconds: 1, retryLimit: 0 })
  await send(1)
  const { begun, ids } = begin(1)
  await expect.poll(ids).toEqual([1])
  await expect.poll(states, { timeout: 5_000 }).toEqual({ 1: 'failed' })
  expect(begun[0]?.signal.aborted).toBe(true)
  await send(2)
  await expect.poll(ids).toEqual([1, 2])
})

test('whoever lost its task hears so, and does not end it for whoever has it now', async () => {
  await send(1)
  const { begun, ids } = begin(1, { heartbeatMs: 20 })
  await expect.poll(ids).toEqual([1])
  // As if it had been given up and taken by another worker.
  await database.pool.query(`update pgboss.job set retry_count = retry_count + 1 where name = $1`, [
    NAME,
  ])
  await expect.poll(() => begun[0]?.signal.aborted).toBe(true)
  begun[0]?.end()
  await runners[0]?.stop(1_000)
  expect(await states()).toEqual({ 1: 'active' })
})

test('a worker that stops notes what has ended, and gives the rest back at once', async () => {
  await send(1, 2)
  const { begun, runner, ids } = begin(2)
  await expect.poll(ids).toEqual([1, 2])
  const one = begun.find((task) => task.id === 1)
  const two = begun.find((task) => task.id === 2)
  one?.end()
  await runner.stop(0)
  expect(two?.signal.aborted).toBe(true)
  expect(await states()).toEqual({ 1: 'completed', 2: 'retry' })
})
