import { expect, test } from 'vitest'
import type { ChildPool } from '../../../platform/children/pool.ts'
import { SHORT_SECONDS, shareChildren } from './share-children.ts'

/** A pool whose tasks end on the test's command. */
function createPool(size: number) {
  const begun: { task: string; end(): void }[] = []
  const pool = {
    size,
    run: (task: string, _payload: unknown, { signal }: { signal?: AbortSignal }) => {
      if (signal?.aborted) return Promise.reject(new Error('aborted'))
      const work = Promise.withResolvers<unknown>()
      begun.push({ task, end: () => work.resolve(task) })
      return work.promise
    },
    close: () => Promise.resolve(),
  } as unknown as ChildPool
  return { pool, names: () => begun.map(({ task }) => task), end: (at: number) => begun[at]?.end() }
}

const LONG = SHORT_SECONDS + 1

function open() {
  const main = createPool(2)
  const extra = createPool(1)
  const shared = shareChildren(main.pool, extra.pool)
  const begin = (task: string, seconds: number, signal?: AbortSignal, first = false) =>
    shared.run(task, undefined, signal ? { signal } : {}, { seconds, first })
  return { main, extra, begin }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a short task does not wait behind long tasks, and a long task does not take the short slot', async () => {
  const { main, extra, begin } = open()
  for (const task of ['film 1', 'film 2', 'film 3']) void begin(task, LONG)
  void begin('picture', 1)
  await settled()
  expect(main.names()).toEqual(['film 1', 'film 2'])
  expect(extra.names()).toEqual(['picture'])
  main.end(0)
  await settled()
  expect(main.names()).toEqual(['film 1', 'film 2', 'film 3'])
})

test('what a person waits for goes before what waits already, in its own order', async () => {
  const { main, extra, begin } = open()
  for (const task of ['film 1', 'film 2', 'film 3']) void begin(task, LONG)
  for (const task of ['picture 1', 'picture 2']) void begin(task, 1)
  for (const task of ['preview 1', 'preview 2']) void begin(task, 1, undefined, true)
  await settled()
  expect([main.names(), extra.names()]).toEqual([['film 1', 'film 2'], ['picture 1']])
  extra.end(0)
  await settled()
  main.end(0)
  await settled()
  expect(extra.names()).toEqual(['picture 1', 'preview 1'])
  expect(main.names()).toEqual(['film 1', 'film 2', 'preview 2'])
})

test('short tasks alone have all children', async () => {
  const { main, extra, begin } = open()
  for (const task of ['one', 'two', 'three', 'four']) void begin(task, 1)
  await settled()
  expect([main.names(), extra.names()]).toEqual([['one', 'two'], ['three']])
  main.end(1)
  await settled()
  expect(main.names()).toEqual(['one', 'two', 'four'])
})

test('without a second pool all tasks wait in one line', async () => {
  const main = createPool(1)
  const shared = shareChildren(main.pool, undefined)
  void shared.run('film', undefined, {}, { seconds: LONG, first: false })
  void shared.run('picture', undefined, {}, { seconds: 1, first: false })
  await settled()
  expect(main.names()).toEqual(['film'])
  main.end(0)
  await settled()
  expect(main.names()).toEqual(['film', 'picture'])
})

test('a task aborted while waiting is refused and holds no slot', async () => {
  const { main, begin } = open()
  void begin('film 1', LONG)
  void begin('film 2', LONG)
  const stop = new AbortController()
  const waiting = begin('film 3', LONG, stop.signal)
  stop.abort()
  await expect(waiting).rejects.toThrow('aborted')
  void begin('film 4', LONG)
  main.end(0)
  await settled()
  expect(main.names()).toEqual(['film 1', 'film 2', 'film 4'])
})
