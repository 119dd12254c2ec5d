import { afterAll, expect, onTestFinished, test } from 'vitest'
import { jobs } from '../../src/schema/generation.ts'
import { publish } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { countQueries } from '../support/count-queries.ts'
import { closeApps, openApp } from '../support/open-apps.ts'

afterAll(closeApps)

const CREATE = (id: string) => `/workflows/${id}/creations`

/** A visitor of a server without a worker, where queued jobs wait. */
async function openWaiting() {
  const app = await openApp({
    worker: false,
    env: { WAITS_PER_CALLER: '10', WAITS_PER_ADDRESS: '50' },
  })
  const fan = new Visitor(app.url)
  const { id: recipe } = await publish(new Visitor(app.url), {
    steps: [
      { id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A {{wish}}' },
    ],
  })
  const remix = (change: object, signal?: AbortSignal) =>
    fan.fetch(`/api/v1${CREATE(recipe)}`, {
      body: { user_id: fan.anonymousId, user_inputs: { wish: 'boat' }, ...change },
      signal,
    })
  return { app, fan, remix }
}

test('ten streams of a job share one read of each change; the eleventh is refused', async () => {
  const { fan, remix } = await openWaiting()
  const { job_id: job } = (await (await remix({ async: true })).json()) as { job_id: string }
  const open = () => fan.fetch(`/api/v1/jobs/${job}/events`)
  const streams = await Promise.all(Array.from({ length: 10 }, open))
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const refused = await open()
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')

  const counter = countQueries('vignette-all')
  onTestFinished(() => counter.stop())
  const statements = await counter.during(async () => {
    expect((await fan.call('DELETE', `/jobs/${job}`)).status).toBe(200)
    const told = await Promise.all(streams.map((stream) => stream.text()))
    for (const text of told) expect(text).toMatch(/"status":"CANCELLED"/)
  })
  const readings = statements.filter((text) => /from "jobs" where "jobs"."id" = \$1$/.test(text))
  // One, and perhaps one that was running when the streams opened.
  expect(readings.length).toBeLessThanOrEqual(2)
  await expect.poll(async () => (await open()).status).toBe(200)
})

test('a caller may wait for ten answers; the eleventh remix is refused and not queued', async () => {
  const { app, remix } = await openWaiting()
  expect((await remix({ async: true })).status).toBe(200)
  const leaving = new AbortController()
  const waiting = Array.from({ length: 10 }, () =>
    remix({ async: false }, leaving.signal).catch(() => undefined),
  )
  const queued = () => app.ctx.db.$count(jobs)
  await expect.poll(queued).toBe(11)
  const refused = await remix({ async: false })
  expect(refused.status).toBe(429)
  expect(await queued()).toBe(11)
  // An asynchronous remix is queued nevertheless.
  expect((await remix({ async: true })).status).toBe(200)
  leaving.abort()
  await Promise.all(waiting)
})

test('a client IP without a free slot is refused a stream before the session is read', async () => {
  const app = await openApp({ worker: false, env: { WAITS_PER_ADDRESS: '1' } })
  const fan = new Visitor(app.url)
  const { id: recipe } = await publish(fan, {
    steps: [
      { id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A {{wish}}' },
    ],
  })
  const remix = { user_id: fan.anonymousId, user_inputs: { wish: 'boat' }, async: true }
  const { body } = await fan.call<{ job_id: string }>('POST', CREATE(recipe), remix)
  const open = (actor: Visitor) => actor.call('GET', `/jobs/${body.job_id}/events`)
  const stranger = new Visitor(app.url)
  expect((await open(stranger)).status).toBe(401)
  const stream = await fan.fetch(`/api/v1/jobs/${body.job_id}/events`)
  expect(stream.status).toBe(200)
  expect((await open(stranger)).status).toBe(429)
  await stream.body?.cancel()
  await expect.poll(async () => (await open(stranger)).status).toBe(401)
})
