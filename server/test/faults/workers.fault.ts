import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { buy } from './support/buy.ts'
import { expectEverythingEnds, expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, publishOnFal, startFal } from './support/fal-world.ts'
import {
  holderOf,
  readSteps,
  untilCompleted,
  untilStep,
  untilTakenAgain,
} from './support/follow-job.ts'
import type { World } from './support/open-world.ts'
import { FILM_STEPS, publishFilm, publishLongFilm } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

describe('a worker', () => {
  test.for(FILM_STEPS)(
    'killed in the step "%s" loses neither job nor money',
    async (step, context) => {
      await withWorld({}, async (world) => {
        const [web, ...workers] = await Promise.all([
          world.start('web'),
          world.start('worker'),
          world.start('worker'),
        ])
        const fan = new Visitor(web.url)
        const id = await publishFilm(new Visitor(web.url))
        await buy(fan, id)
        const { job_id } = (await remix(fan, id)).body
        await untilStep(world, job_id, step)
        await (await holderOf(world, job_id, workers)).kill()
        const before = await readSteps(world, job_id)
        expect(before[step]?.state).toBe('running')
        const recoveryMs = await untilTakenAgain(world, job_id)
        expect(recoveryMs).toBeLessThan(30_000)
        await untilCompleted(world, job_id)
        const after = await readSteps(world, job_id)
        for (const [name, row] of Object.entries(before)) {
          if (row.state === 'done') expect(after[name]).toEqual(row)
        }
        await expectWholeWorld(world, { jobs: 1 })
        reportFault(context, {
          fault: `a worker dies in the step "${step}"`,
          done: 'kill -9 of the worker of a paid film',
          found: 'resumed on another, no finished step repeated, captured once',
          recoveryMs,
        })
      })
    },
  )

  test('a worker that was stopped, overtaken and continued changes nothing', (context) =>
    withWorld({}, async (world) => {
      const [web, ...workers] = await Promise.all([
        world.start('web'),
        world.start('worker'),
        world.start('worker'),
      ])
      const fan = new Visitor(web.url)
      const id = await publishFilm(new Visitor(web.url))
      await buy(fan, id)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'film')
      const frozen = await holderOf(world, job_id, workers)
      frozen.freeze()
      const recoveryMs = await untilTakenAgain(world, job_id)
      await untilCompleted(world, job_id)
      await expectEverythingEnds(world)
      const before = await photograph(world)
      frozen.thaw()
      // A clean exit proves that the process made its last write.
      expect(await frozen.terminate()).toEqual({ code: 0, signal: null })
      expect(await photograph(world)).toEqual(before)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'a worker hangs and comes back',
        done: 'SIGSTOP in the last step, SIGCONT after another had ended the job',
        found: 'no row and no file differed from before its return',
        recoveryMs,
      })
    }))

  test('a worker that receives SIGTERM lets its job end first', (context) =>
    withWorld({}, async (world) => {
      const [web, leaving] = await Promise.all([world.start('web'), world.start('worker')])
      const fan = new Visitor(web.url)
      const id = await publishFilm(new Visitor(web.url), 0)
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'restyle')
      const watch = startWatch()
      const next = world.start('worker')
      expect(await leaving.terminate()).toEqual({ code: 0, signal: null })
      const recoveryMs = watch()
      await next
      await untilCompleted(world, job_id)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'a worker is asked to end',
        done: 'SIGTERM in the second step',
        found: 'the job ended well, the process left with code 0',
        recoveryMs,
      })
    }))
})

/** Every row that a job may change, and every file name. */
async function photograph(world: World): Promise<unknown> {
  const tables = ['jobs', 'job_steps', 'creations', 'media', 'payments', 'ledger_entries']
  const rows = await Promise.all(
    tables.map((table) => world.database.pool.query(`select * from ${table} order by 1, 2`)),
  )
  const files = await readdir(`${world.dataDir}/media/generated`, { recursive: true })
  // Variants are made by a later task and are left out.
  const own = files.filter((name) => /[0-9a-f]{12}(?:-preview)?\.\w+$/.test(name)).sort()
  return { rows: rows.map((one) => one.rows as unknown), files: own }
}

describe('a process of both roles', () => {
  test('a process that receives SIGTERM hands back unfinished jobs and answers waiting clients', async (context) => {
    const fal = await startFal()
    try {
      await withWorld({ env: falEnv(fal) }, async (world) => {
        const leaving = await world.start('all')
        const fan = new Visitor(leaving.url)
        const id = await publishOnFal(world, new Visitor(leaving.url), 'picture')
        await buy(fan, id)
        // The vendor never answers.
        fal.failOnce(() => undefined)
        const waiting = fan.call<{ job_id: string }>('POST', `/workflows/${id}/creations`, {
          user_id: fan.anonymousId,
          user_inputs: { wish: 'boat' },
          async: false,
        })
        await fal.once(({ method }) => method === 'POST')
        const watch = startWatch()
        const gone = leaving.terminate()
        const answer = await waiting
        expect(answer.status).toBe(202)
        expect(await gone).toEqual({ code: 0, signal: null })
        const recoveryMs = watch()
        await world.start('all')
        await untilCompleted(world, answer.body.job_id)
        const keys = fal.starts().map(({ headers }) => headers['idempotency-key'])
        expect(keys).toHaveLength(2)
        expect(new Set(keys).size).toBe(1)
        await expectWholeWorld(world, { jobs: 1 })
        reportFault(context, {
          fault: 'a process is asked to end while a vendor hangs',
          done: 'SIGTERM to web and worker in one, with a buyer waiting',
          found: 'the buyer was answered 202, another process ended the job',
          recoveryMs,
        })
      })
    } finally {
      await fal.close()
    }
  })
})

describe('cancelling', () => {
  test('kills the child process at work', (context) =>
    withWorld({}, async (world) => {
      const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
      const fan = new Visitor(web.url)
      const id = await publishLongFilm(new Visitor(web.url))
      const { job_id } = (await remix(fan, id)).body
      await untilStep(world, job_id, 'film')
      const children = world.pids().filter((pid) => pid !== web.pid && pid !== worker.pid)
      expect(children.length).toBeGreaterThan(0)
      const watch = startWatch()
      const answer = await fan.call('DELETE', `/jobs/${job_id}`)
      expect(answer.body).toMatchObject({ status: 'CANCELLED' })
      // Idle children live for a minute, so a child that is gone was at work and was killed.
      const gone = () => children.filter((pid) => !world.pids().includes(pid)).length
      await expect.poll(gone, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0)
      const recoveryMs = watch()
      expect(recoveryMs).toBeLessThan(1_000)
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'a visitor cancels',
        done: 'DELETE of the job while a child renders',
        found: 'the child was killed, nothing was kept or charged',
        recoveryMs,
      })
    }))
})

describe('remote work', () => {
  test('continues after a restart without a second start', async (context) => {
    const fal = await startFal()
    try {
      await withWorld({ env: falEnv(fal) }, async (world) => {
        const [web, doomed] = await Promise.all([world.start('web'), world.start('worker')])
        const fan = new Visitor(web.url)
        const id = await publishOnFal(world, new Visitor(web.url), 'film')
        await buy(fan, id)
        const { job_id } = (await remix(fan, id)).body
        await untilStep(world, job_id, 'make', 'waiting')
        await doomed.kill()
        const watch = startWatch()
        fal.finish()
        await world.start('worker')
        await untilCompleted(world, job_id)
        const recoveryMs = watch()
        expect(fal.starts()).toHaveLength(1)
        await expectWholeWorld(world, { jobs: 1 })
        reportFault(context, {
          fault: 'the worker dies while a vendor films',
          done: 'kill -9 with a fal video under way, another worker started',
          found: 'asked after the same operation, never started a second',
          recoveryMs,
        })
      })
    } finally {
      await fal.close()
    }
  })
})
