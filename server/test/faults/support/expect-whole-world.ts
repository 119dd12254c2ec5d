import { expect } from 'vitest'
import { expectMoneyRight } from './expect-money-right.ts'
import { expectNoFileLeft } from './expect-no-file-left.ts'
import { ask, type Installation } from './installation.ts'

/** Above the thirty seconds in which the job of a dead worker must continue. */
const SETTLED_WITHIN_MS = 90_000

/**
 * The invariants after every fault, checked by SQL and file lists that share no code with the
 * server. `jobs` is the exact number of runs that the callers were promised.
 */
export async function expectWholeWorld(
  world: Installation,
  promised: { jobs: number },
): Promise<void> {
  await expectEverythingEnds(world)
  await expectNothingLostOrDoubled(world, promised.jobs)
  await expectMoneyRight(world)
  await expectNoProcessLeft(world)
  await expectNoFileLeft(world)
}

/** Waits until no job, task or payment is under way. */
export async function expectEverythingEnds(world: Installation): Promise<void> {
  const stuck = () =>
    ask(
      world,
      `select 'job' as what, id::text, status as state from jobs where finished_at is null
       union all
       select 'task', name, state::text from pgboss.job
       where (name like 'generation.%' or name like 'payments.%')
         and state in ('created', 'retry', 'active')
         and start_after < now() + interval '1 hour'
         and name not in (select name from pgboss.schedule)
       union all
       select 'payment', id::text, state from payments
       where state in ('capture_requested', 'release_requested')
       union all
       select 'refund', id::text, state from payment_refunds where state = 'requested'
       union all
       select 'news', id, name from webhook_events where processed_at is null
       union all
       select 'attempt', a.job_id::text, a.worker from job_attempts a where a.ended_at is null`,
    )
  await expect.poll(stuck, { timeout: SETTLED_WITHIN_MS, interval: 250 }).toEqual([])
}

async function expectNothingLostOrDoubled(world: Installation, jobs: number): Promise<void> {
  expect(await ask(world, `select count(*)::int as jobs from jobs`)).toEqual([{ jobs }])
  // A completed job has exactly one creation, and any other job has none.
  const wrong = `
    select j.id, j.status, c.delivered_at, m.id as media from jobs j
    join creations c on c.id = j.creation_id
    left join media m on m.id = c.media_id and m.deleted_at is null
    where (j.status = 'COMPLETED') <> (c.delivered_at is not null and m.id is not null)`
  expect(await ask(world, wrong)).toEqual([])
  const extra = `
    select c.id from creations c left join jobs j on j.creation_id = c.id where j.id is null`
  expect(await ask(world, extra)).toEqual([])
  // Each finished step made one file, and each file is named by a step, or is one of the proofs shown.
  const unnamed = `
    select count(*)::int as files from media m left join job_steps s on s.media_id = m.id
    where m.origin = 'generated' and s.media_id is null`
  const proofs = `select coalesce(sum(proofs_shown), 0)::int as files from payments`
  expect(await ask(world, unnamed)).toEqual(await ask(world, proofs))
  const unfinished = `
    select j.id, s.step_id from jobs j join job_steps s on s.job_id = j.id
    where j.status = 'COMPLETED' and s.state <> 'done'`
  expect(await ask(world, unfinished)).toEqual([])
}

async function expectNoProcessLeft(world: Installation): Promise<void> {
  await world.stopAll()
  await expect.poll(() => world.pids(), { timeout: 10_000 }).toEqual([])
}
