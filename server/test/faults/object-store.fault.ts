import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aPicture } from '../support/access/world.ts'
import { remix } from '../support/acts.ts'
import { Browser, Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { type FaultyStore, startFaultyStore } from './support/faulty-store.ts'
import { readJob, untilCompleted, untilEnded, untilStep } from './support/follow-job.ts'
import type { World } from './support/open-world.ts'
import { publishFilm, publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

/** Longer than the timeout of one request to the store. */
const SILENCE_MS = 25_000

async function withStore(work: (world: World, store: FaultyStore) => Promise<void>): Promise<void> {
  const store = await startFaultyStore()
  try {
    await withWorld({ store }, (world) => work(world, store))
  } finally {
    await store.close()
  }
}

const startBoth = (world: World) => Promise.all([world.start('web'), world.start('worker')])

async function upload(url: string): Promise<Response> {
  return new Browser(url).fetch('/api/v1/upload/image', { form: await aPicture() })
}

test('an object store that answers 500 fails the remix, and the authorisation stays usable', (context) =>
  withStore(async (world, store) => {
    const [web] = await startBoth(world)
    const fan = new Visitor(web.url)
    const id = await publishSketch(new Visitor(web.url), 300)
    await buy(fan, id)
    await store.order('fail')
    const refused = await upload(web.url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    const failed = await untilEnded(world, (await remix(fan, id)).body.job_id)
    expect(failed).toMatchObject({ status: 'FAILED', errorCode: 'unavailable' })
    expect((await fan.fetch('/api/v1/workflows')).status).toBe(200)
    expect((await fan.fetch('/api/v1/healthcheck?ready=1')).status).toBe(503)
    await store.order('pass')
    const watch = startWatch()
    expect((await upload(web.url)).status).toBe(201)
    // The authorisation of the failed run pays for this run.
    await untilCompleted(world, (await remix(fan, id)).body.job_id)
    const recoveryMs = watch()
    await expectWholeWorld(world, { jobs: 2 })
    reportFault(context, {
      fault: 'the object store answers 500',
      done: 'to everything, under an upload and a paid remix, until both gave up',
      found: 'both refused in words, nothing charged; the catalogue worked on',
      recoveryMs,
    })
  }))

test('a remix completes after the object store froze and answered nothing', (context) =>
  withStore(async (world, store) => {
    const [web] = await startBoth(world)
    const fan = new Visitor(web.url)
    const id = await publishFilm(new Visitor(web.url))
    await buy(fan, id)
    const { job_id } = (await remix(fan, id)).body
    await untilStep(world, job_id, 'draw')
    store.freeze()
    const uploading = upload(web.url)
    await pause(SILENCE_MS)
    expect((await readJob(world, job_id)).finishedAt).toBeNull()
    store.thaw()
    const watch = startWatch()
    expect((await uploading).status).toBe(201)
    await untilCompleted(world, job_id)
    const recoveryMs = watch()
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'the object store answers nothing',
      done: `SIGSTOP for ${SILENCE_MS / 1000} s under an upload and a paid film`,
      found: 'asked again after 20 s: both ended well, captured once',
      recoveryMs,
    })
  }))

test('a remix completes after the object store was killed and started again', (context) =>
  withStore(async (world, store) => {
    const [web] = await startBoth(world)
    const fan = new Visitor(web.url)
    const id = await publishFilm(new Visitor(web.url))
    await buy(fan, id)
    const { job_id } = (await remix(fan, id)).body
    await untilStep(world, job_id, 'draw', 'done')
    await store.kill()
    expect((await upload(web.url)).status).toBe(503)
    await store.startAgain()
    const watch = startWatch()
    expect((await upload(web.url)).status).toBe(201)
    await untilCompleted(world, job_id)
    const recoveryMs = watch()
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'the object store dies',
      done: 'kill -9 in the second step of a paid film, then started again',
      found: 'an upload meanwhile was refused in words; the film ended well, captured once',
      recoveryMs,
    })
  }))
