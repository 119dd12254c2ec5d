import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { countQueries } from '../../../test/support/count-queries.ts'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import type { Subject } from '../../subject.ts'
import { openDatabase } from '../db/open-database.ts'
import { openEventHub } from '../events/event-hub.ts'
import { newId } from '../ids.ts'
import { AppError } from './app-error.ts'
import { answerOnce } from './idempotency.ts'
import { idempotencyKeys } from './tables.ts'
import { openWaits } from './waits.ts'

let database: TestDatabase
let ctx: Ctx
beforeAll(async () => {
  database = await createTestDatabase()
  const { log } = createTestCtx(database)
  const events = await openEventHub<Subject>({ connectionString: database.connectionString, log })
  ctx = createTestCtx(database, { events, waits: openWaits({ perCaller: 10, perAddress: 50 }) })
})
afterAll(async () => {
  await ctx.events.close()
  await database.drop()
})

function request(change: { body?: unknown; route?: string; caller?: string } = {}) {
  return { caller: 'somebody', route: 'createCreation', key: newId(), body: { a: 1 }, ...change }
}

/** A promise and its resolve function. */
function promised<T>() {
  let keep: (value: T) => void = () => undefined
  let broken: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((resolve, reject) => {
    keep = resolve
    broken = reject
  })
  return { promise, keep, broken }
}

const OTHER = 'vignette-other'

/** A second process on the same database. */
async function openOther(): Promise<Ctx> {
  const { connectionString } = database
  const own = openDatabase({ connectionString, applicationName: OTHER, log: ctx.log })
  const events = await openEventHub<Subject>({ connectionString, log: ctx.log })
  onTestFinished(async () => {
    await events.close()
    await own.close()
  })
  return { ...ctx, db: own.db, events }
}

async function untilJoined(key: string): Promise<void> {
  const joined = async () => {
    const [row] = await ctx.db
      .select()
      .from(idempotencyKeys)
      .where(sql`${idempotencyKeys.key} = ${key}`)
    return row?.joined
  }
  await expect.poll(joined).toBe(true)
}

/** The state after a killed process: a lease that no process renews. */
async function loseLease(key: string): Promise<void> {
  await ctx.db
    .update(idempotencyKeys)
    .set({ leasedUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(sql`${idempotencyKeys.key} = ${key}`)
}

describe('one key', () => {
  test('runs once for ten calls at once, and all ten get the same answer', async () => {
    const want = request()
    let runs = 0
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        answerOnce(ctx, want, async () => ({ status: 201, answer: { run: ++runs } })),
      ),
    )
    expect(runs).toBe(1)
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ status: 201, answer: { run: 1 } })))
  })

  test('accepts the same fields in another order, and refuses another value', async () => {
    const want = request({ body: { a: 1, b: { c: 2, d: 3 } } })
    await answerOnce(ctx, want, async () => ({ status: 200, answer: 'first' }))
    const again = { ...want, body: { b: { d: 3, c: 2 }, a: 1 } }
    const second = () => Promise.reject(new Error('ran twice'))
    expect(await answerOnce(ctx, again, second)).toEqual({ status: 200, answer: 'first' })
    await expect(answerOnce(ctx, { ...want, body: { a: 2 } }, second)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    })
  })

  test('is a different key for another caller or route', async () => {
    const want = request()
    const say = (answer: string) => async () => ({ status: 200, answer })
    await answerOnce(ctx, want, say('mine'))
    const theirs = await answerOnce(ctx, { ...want, caller: 'another' }, say('theirs'))
    const elsewhere = await answerOnce(ctx, { ...want, route: 'upload' }, say('elsewhere'))
    expect([theirs.answer, elsewhere.answer]).toEqual(['theirs', 'elsewhere'])
  })

  test('is free again after a failure, also for calls that had joined', async () => {
    const want = request()
    const first = promised<never>()
    const running = promised<void>()
    const failing = answerOnce(ctx, want, () => {
      running.keep()
      return first.promise
    })
    await running.promise
    const joined = answerOnce(ctx, want, async () => ({ status: 200, answer: 'second' }))
    first.broken(new AppError('payment_required', 'Pay first.'))
    await expect(failing).rejects.toMatchObject({ code: 'payment_required' })
    expect((await joined).answer).toBe('second')
  })

  test('is taken over by one of the waiting calls when the holder dies', async () => {
    const want = request()
    const running = promised<void>()
    const dead = promised<never>()
    const first = answerOnce(ctx, want, () => {
      running.keep()
      return dead.promise
    })
    await running.promise
    await loseLease(want.key)
    let runs = 0
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        answerOnce(ctx, want, async () => ({ status: 200, answer: ++runs })),
      ),
    )
    expect(answers.map(({ answer }) => answer)).toEqual([1, 1, 1, 1, 1])
    dead.broken(new Error('came back to life and failed'))
    await expect(first).rejects.toThrow('came back to life')
    // The end of the overtaken holder frees and overwrites nothing.
    const again = await answerOnce(ctx, want, () => Promise.reject(new Error('ran again')))
    expect(again.answer).toBe(1)
  })

  test('keeps the answer of the call that took over, and not the answer of the overtaken call', async () => {
    const want = request()
    const running = promised<void>()
    const late = promised<{ status: number; answer: unknown }>()
    const first = answerOnce(ctx, want, () => {
      running.keep()
      return late.promise
    })
    await running.promise
    await loseLease(want.key)
    await answerOnce(ctx, want, async () => ({ status: 200, answer: 'taken over' }))
    late.keep({ status: 200, answer: 'late' })
    await first
    const again = await answerOnce(ctx, want, () => Promise.reject(new Error('ran again')))
    expect(again.answer).toBe('taken over')
  })

  test('gives its answer to calls that joined at another process, in five statements each', async () => {
    const want = request()
    const running = promised<void>()
    const ended = promised<{ status: number; answer: unknown }>()
    const first = answerOnce(ctx, want, () => {
      running.keep()
      return ended.promise
    })
    await running.promise
    const there = await openOther()
    const counter = countQueries(OTHER)
    onTestFinished(() => counter.stop())
    const statements = await counter.during(async () => {
      const joined = answerOnce(there, want, () => Promise.reject(new Error('ran twice')))
      await untilJoined(want.key)
      ended.keep({ status: 200, answer: 'told' })
      expect(await joined).toEqual({ status: 200, answer: 'told' })
    })
    expect(statements).toHaveLength(5)
    await first
  }, 4_000)

  test('is waited for by ten calls at most, and a call that leaves makes room', async () => {
    const want = request()
    const running = promised<void>()
    const ended = promised<{ status: number; answer: unknown }>()
    const first = answerOnce(ctx, want, () => {
      running.keep()
      return ended.promise
    })
    await running.promise
    const join = () => {
      const leaving = new AbortController()
      const watch = () => ({ left: leaving.signal, stopWatching: () => undefined })
      const call = { leave: () => leaving.abort(), code: '', answer: undefined as unknown }
      const never = () => Promise.reject(new Error('ran twice'))
      const done = answerOnce(ctx, want, never, watch).then(
        ({ answer }) => (call.answer = answer),
        (error: unknown) => (call.code = (error as AppError).code),
      )
      return Object.assign(call, { done })
    }
    const calls = Array.from({ length: 15 }, join)
    const codes = () => calls.map(({ code }) => code).filter(Boolean)
    await expect.poll(codes).toEqual(Array(5).fill('rate_limited'))
    const leaver = calls.find(({ code }) => code === '')
    leaver?.leave()
    await leaver?.done
    expect(leaver?.code).toBe('timeout')
    const late = join()
    ended.keep({ status: 200, answer: 'one' })
    await Promise.all([first, late.done, ...calls.map(({ done }) => done)])
    expect(late.answer).toBe('one')
    expect(calls.filter(({ answer }) => answer === 'one')).toHaveLength(9)
  })
})
