import { expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { faults } from '../support/stand-ins/vendor-stand-in.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, publishOnFal, startFal } from './support/fal-world.ts'
import { readJob, readSteps, untilCompleted, untilStep } from './support/follow-job.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import { publishFilm, publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

// The states that server/test/faults/workers.fault.ts, which kills in each step of a film, leaves out.

interface Moment {
  state: string
  /** The table whose next write marks the moment. */
  table: string
  /** SQL that proves from the rows that this moment was met. */
  proof: string
  found: string
}

const MOMENTS: Moment[] = [
  {
    state: 'taken and not begun',
    table: 'job_steps',
    proof: `select 1 from jobs j join job_steps s on s.job_id = j.id
      where j.status = 'RUNNING' and s.state = 'pending'`,
    found: 'begun by another',
  },
  {
    state: 'with its picture stored and not noted',
    table: 'media',
    proof: `select 1 from job_steps where state = 'running'`,
    found: 'made anew by another, the first file swept',
  },
  {
    state: 'half delivered',
    table: 'creations',
    proof: `select 1 from jobs j join job_steps s on s.job_id = j.id
      where j.status = 'RUNNING' and s.state = 'done'`,
    found: 'delivered once by another, its step not repeated',
  },
  {
    state: 'delivered and not charged',
    table: 'stripe_sandbox.payment_intents',
    proof: `select 1 from payments p join pgboss.job t on t.name = 'payments.capture'
      where p.state = 'capture_requested' and t.state = 'active'`,
    found: 'captured by another, once',
  },
  {
    state: 'charged and not booked',
    table: 'ledger_entries',
    proof: `select 1 from payments p join stripe_sandbox.payment_intents i on i.id = p.intent_id
      where p.state = 'capture_requested' and i.object->>'status' = 'succeeded'`,
    found: 'booked by another, not captured again',
  },
]

test.for(MOMENTS)('a job survives a worker killed with the job $state', async (moment, context) => {
  await withWorld({}, async (world) => {
    const web = await world.start('web')
    const fan = new Visitor(web.url)
    const id = await publishSketch(new Visitor(web.url), 300)
    await buy(fan, id)
    const { job_id } = (await remix(fan, id)).body
    const held = await lockTable(world, moment.table)
    const doomed = await world.start('worker')
    await held.untilMet()
    await expect.poll(() => isTrue(world, moment.proof), { timeout: 60_000 }).toBe(true)
    await doomed.kill()
    const before = await readSteps(world, job_id)
    await held.release()
    const watch = startWatch()
    await world.start('worker')
    await untilCompleted(world, job_id)
    await expect.poll(() => isTrue(world, CHARGED), { timeout: 90_000 }).toBe(true)
    const recoveryMs = watch()
    if (before['draw']?.state === 'done') {
      expect((await readSteps(world, job_id))['draw']).toEqual(before['draw'])
    }
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: `a worker dies with a job ${moment.state}`,
      done: 'kill -9 at that very write, another worker started',
      found: moment.found,
      recoveryMs,
    })
  })
})

test('a proof survives a worker killed between its file and its row, and is shown and charged once', (context) =>
  withWorld({}, async (world) => {
    const web = await world.start('web')
    const fan = new Visitor(web.url)
    const id = await publishSketch(new Visitor(web.url), 300, { proof: { draws: 1 } })
    await buy(fan, id)
    const { job_id } = (await remix(fan, id)).body
    // The first write of the delivery that no other work makes; the proof's file is stored by then.
    const held = await lockTable(world, 'creations')
    const doomed = await world.start('worker')
    await held.untilMet()
    await doomed.kill()
    expect(await isTrue(world, 'select 1 from payments where proofs_shown > 0')).toBe(false)
    await held.release()
    const watch = startWatch()
    await world.start('worker')
    await untilCompleted(world, job_id)
    const recoveryMs = watch()
    expect(
      await isTrue(world, `select 1 from payments where state = 'delivered' and proofs_shown = 1`),
    ).toBe(true)
    const { body } = await fan.call<{ result: { id: string } }>('GET', `/jobs/${job_id}`)
    const actions = ['keep', 'decline', ...Array.from({ length: 9 }, () => 'keep')]
    await fan.call('POST', `/creations/${body.result.id}/keep`)
    await Promise.all(
      actions.map((action) => fan.call('POST', `/creations/${body.result.id}/${action}`)),
    )
    await expect.poll(() => isTrue(world, CHARGED), { timeout: 90_000 }).toBe(true)
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'a worker dies with a proof stored and not shown',
      done: 'kill -9 at that very write, another worker started, then kept ten times over a decline',
      found: 'one proof shown, the first file swept, captured once',
      recoveryMs,
    })
  }))

const CHARGED = `select 1 from payments where state = 'captured'`

async function isTrue(world: World, query: string): Promise<boolean> {
  return (await world.database.pool.query(query)).rows.length > 0
}

test('a job survives a worker killed before taking the job', (context) =>
  withWorld({}, async (world) => {
    const [web, doomed] = await Promise.all([world.start('web'), world.start('worker')])
    const fan = new Visitor(web.url)
    const id = await publishSketch(new Visitor(web.url), 300)
    await buy(fan, id)
    doomed.freeze()
    const { job_id } = (await remix(fan, id)).body
    await doomed.kill()
    expect((await readJob(world, job_id)).status).toBe('QUEUED')
    const watch = startWatch()
    await world.start('worker')
    await untilCompleted(world, job_id)
    const recoveryMs = watch()
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'the only worker dies with a job queued',
      done: 'kill -9 before the job was taken, another worker started',
      found: 'taken by the other, captured once',
      recoveryMs,
    })
  }))

test("a cancelling survives the end of the job's worker", (context) =>
  withWorld({}, async (world) => {
    const [web, doomed] = await Promise.all([world.start('web'), world.start('worker')])
    const fan = new Visitor(web.url)
    const id = await publishFilm(new Visitor(web.url))
    await buy(fan, id)
    const { job_id } = (await remix(fan, id)).body
    await untilStep(world, job_id, 'restyle')
    // The frozen worker never receives the cancelling.
    doomed.freeze()
    const answer = await fan.call<{ status: string }>('DELETE', `/jobs/${job_id}`)
    expect(answer.body.status).toBe('CANCELLED')
    await doomed.kill()
    const watch = startWatch()
    await world.start('worker')
    // The authorisation that the cancelling freed pays for this run.
    await untilCompleted(world, (await remix(fan, id)).body.job_id)
    const recoveryMs = watch()
    await expectWholeWorld(world, { jobs: 2 })
    reportFault(context, {
      fault: 'a worker dies with a job being cancelled',
      done: 'SIGSTOP, DELETE of the job, kill -9; then the next remix',
      found: 'nothing kept or charged of the first; its payment paid for the second',
      recoveryMs,
    })
  }))

test('a worker killed while jobs wait for a vendor, a slot and a retry loses none of them', async (context) => {
  const fal = await startFal()
  try {
    await withWorld({ env: { ...falEnv(fal), PROVIDER_CONCURRENCY: 'fal=1' } }, async (world) => {
      const [web, doomed] = await Promise.all([world.start('web'), world.start('worker')])
      const fan = new Visitor(web.url)
      const film = await publishOnFal(world, new Visitor(web.url), 'film')
      // The vendor answers 429 with Retry-After, so the step gives up its slot until then.
      fal.failOnce(faults.status(429, {}, { 'retry-after': '30' }))
      await buy(fan, film)
      const again = (await remix(fan, film)).body.job_id
      await expect.poll(async () => (await readSteps(world, again))['make']?.tries).toBe(1)
      await buy(fan, film)
      const filming = (await remix(fan, film)).body.job_id
      await untilStep(world, filming, 'make', 'waiting')
      await buy(fan, film)
      const waiting = (await remix(fan, film)).body.job_id
      await expect
        .poll(async () => (await readSteps(world, waiting))['make']?.slot, { timeout: 20_000 })
        .toBe('wanted')
      await doomed.kill()
      const watch = startWatch()
      await world.start('worker')
      const finishing = setInterval(() => fal.finish(), 200)
      try {
        for (const job of [filming, waiting, again]) await untilCompleted(world, job)
      } finally {
        clearInterval(finishing)
      }
      const recoveryMs = watch()
      // Three films and the refused start.
      expect(fal.starts()).toHaveLength(4)
      await expectWholeWorld(world, { jobs: 3 })
      reportFault(context, {
        fault: 'a worker dies with three jobs that wait',
        done: 'kill -9: one film under way at the vendor, one without a slot, one to be tried again',
        found: 'each filmed once, captured once',
        recoveryMs,
      })
    })
  } finally {
    await fal.close()
  }
})
