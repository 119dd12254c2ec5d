import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { ChildError } from './messages.ts'
import { type ChildPool, type ChildPoolOptions, createChildPool } from './pool.ts'

const module = new URL('./fixtures/sample-child.ts', import.meta.url)
let pool: ChildPool

function open(options: Partial<ChildPoolOptions> = {}): ChildPool {
  pool = createChildPool({ module, size: 1, ...options })
  return pool
}

afterEach(() => pool?.close())

async function failure(work: Promise<unknown>): Promise<ChildError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ChildError)
  return error as ChildError
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // A zombie process still has a pid, but counts as dead.
  if (process.platform !== 'linux') return true
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('the pool answers typed results and carries bytes in both directions', async () => {
  open()
  expect(await pool.run('double', { n: 21 })).toBe(42)
  const bytes = await pool.run<Buffer>('reverse', Buffer.from([1, 2, 3]))
  expect(Buffer.from(bytes)).toEqual(Buffer.from([3, 2, 1]))
})

test('the pool tells an expected refusal from a bug and keeps the same child', async () => {
  open()
  const first = await pool.run<number>('pid', null)
  const refused = await failure(pool.run('refuse', null))
  expect(refused).toMatchObject({ kind: 'refused', code: 'not_an_image' })
  expect(refused.message).toBe('This file is no image.')
  expect(await failure(pool.run('fail', null))).toMatchObject({ kind: 'failed', code: 'internal' })
  expect(await failure(pool.run('toString', null))).toMatchObject({ kind: 'failed' })
  expect(await pool.run('pid', null)).toBe(first)
})

test('an abort kills a child stuck in a loop within a second, and the next task gets a new child', async () => {
  open()
  const first = await pool.run<number>('pid', null)
  const abort = new AbortController()
  const stuck = failure(pool.run('hang', null, { signal: abort.signal }))
  const started = performance.now()
  abort.abort()
  expect(await stuck).toMatchObject({ kind: 'aborted' })
  await vi.waitUntil(() => !isAlive(first), { timeout: 1000, interval: 10 })
  expect(performance.now() - started).toBeLessThan(1000)
  expect(await pool.run('pid', null)).not.toBe(first)
})

test('an aborted task that still waits never runs and disturbs no other task', async () => {
  open()
  const abort = new AbortController()
  const running = pool.run('double', { n: 1 })
  const queued = failure(pool.run('hang', null, { signal: abort.signal }))
  abort.abort()
  expect(await queued).toMatchObject({ kind: 'aborted' })
  expect(await running).toBe(2)
  expect(await failure(pool.run('hang', null, { signal: abort.signal }))).toMatchObject({
    kind: 'aborted',
  })
})

test('a task over its time limit is killed', async () => {
  open()
  expect(await failure(pool.run('hang', null, { timeoutMs: 300 }))).toMatchObject({
    kind: 'timeout',
  })
  expect(await pool.run('double', { n: 2 })).toBe(4)
})

test('a task over its CPU limit is killed, and a task that only waits is not', async () => {
  open({ size: 2 })
  const abort = new AbortController()
  const waits = failure(pool.run('wait', null, { limits: { cpuMs: 300 }, signal: abort.signal }))
  expect(await failure(pool.run('work', null, { limits: { cpuMs: 300 } }))).toMatchObject({
    kind: 'timeout',
  })
  abort.abort()
  expect(await waits).toMatchObject({ kind: 'aborted' })
  expect(await pool.run('double', { n: 2 }, { limits: { cpuMs: 300 } })).toBe(4)
})

test('a task over its memory limit is killed, native buffers counted', async () => {
  open()
  const first = await pool.run<number>('pid', null)
  expect(await failure(pool.run('grow', null, { limits: { memoryMb: 300 } }))).toMatchObject({
    kind: 'memory',
  })
  expect(await pool.run('pid', null)).not.toBe(first)
})

test('tasks of one turn use at most the turn’s share of the children', async () => {
  open({ size: 3, mostPerTurn: 2 })
  const abort = new AbortController()
  const flood = pool.inTurn('flood')
  const ends = [1, 2, 3, 4].map(() => failure(flood.run('wait', null, { signal: abort.signal })))
  expect([pool.waiting('flood'), pool.waiting('other'), pool.waiting()]).toEqual([2, 0, 2])
  expect(await pool.inTurn('other').run('double', { n: 2 })).toBe(4)
  const stopped = new AbortController()
  const short = failure(pool.run('wait', null, { turn: 'short', signal: stopped.signal }))
  stopped.abort()
  await short
  expect(pool.waiting('flood')).toBe(2)
  expect(await pool.run('double', { n: 3 }, { turn: 'short' })).toBe(6)
  abort.abort()
  expect((await Promise.all(ends)).map(({ kind }) => kind)).toEqual(ends.map(() => 'aborted'))
  expect(pool.waiting()).toBe(0)
  expect(await flood.run('double', { n: 4 })).toBe(8)
})

test('the pool forwards progress', async () => {
  open()
  const abort = new AbortController()
  const heard = await new Promise((resolve) => {
    const onProgress = (percent: number, label?: string) => resolve([percent, label])
    pool.run('wait', null, { signal: abort.signal, onProgress }).catch(() => undefined)
  })
  abort.abort()
  expect(heard).toEqual([40, 'waiting'])
})

test('the pool survives a child killed from outside and a child out of memory', async () => {
  open({ maxHeapMb: 48 })
  const pid = await pool.run<number>('pid', null)
  const stuck = failure(pool.run('wait', null))
  process.kill(pid, 'SIGKILL')
  expect(await stuck).toMatchObject({ kind: 'crashed' })
  const full = await failure(pool.run('fillHeap', null))
  expect(full.kind).toBe('crashed')
  expect(String(full.cause)).toMatch(/heap|memory|SIG/i)
  expect(await pool.run('double', { n: 3 })).toBe(6)
})

test('the pool runs as many tasks at once as its size, and the rest in order', async () => {
  open({ size: 2 })
  const pids = await Promise.all([1, 2, 3, 4].map(() => pool.run<number>('pid', null)))
  expect(new Set(pids).size).toBeLessThanOrEqual(2)
  expect(pool.pids().length).toBeLessThanOrEqual(2)
})

test('the pool replaces a child after its number of tasks, and ends idle children', async () => {
  open({ tasksPerChild: 1, idleMs: 1 })
  const first = await pool.run<number>('pid', null)
  expect(await pool.run('pid', null)).not.toBe(first)
  await vi.waitUntil(() => pool.pids().length === 0, { timeout: 3000, interval: 10 })
})

test('the pool replaces a child that keeps too much memory', async () => {
  open({ keptMemoryMb: 400 })
  const first = await pool.run<number>('pid', null)
  expect(await pool.run('pid', null)).toBe(first)
  await pool.run('keep', 400_000_000)
  expect(await pool.run('pid', null)).not.toBe(first)
})

test('children see none of our secrets', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  open()
  expect(await pool.run('secrets', null)).toBeNull()
  vi.unstubAllEnvs()
})

test('closing the pool kills running tasks and rejects running, waiting and later calls', async () => {
  open()
  const pid = await pool.run<number>('pid', null)
  const ends = [failure(pool.run('hang', null)), failure(pool.run('double', { n: 1 }))]
  await pool.close()
  expect((await Promise.all(ends)).map((error) => error.kind)).toEqual(['closed', 'closed'])
  expect(isAlive(pid)).toBe(false)
  expect(await failure(pool.run('double', { n: 1 }))).toMatchObject({ kind: 'closed' })
})

test('a child ends when its parent is killed with SIGKILL', async () => {
  const path = fileURLToPath(new URL('./fixtures/sample-parent.ts', import.meta.url))
  const parent: ChildProcess = fork(path, [], { execArgv: [] })
  const [pid] = (await once(parent, 'message')) as [number]
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(pid), { timeout: 3000, interval: 20 })
})
