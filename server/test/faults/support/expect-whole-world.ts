import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { runSweepMedia, runSweepStrayFiles } from '../../../src/features/media/index.ts'
import { openDiskStorage } from '../../../src/platform/storage/disk-storage.ts'
import { createTestCtx } from '../../support/create-test-ctx.ts'
import type { World } from './open-world.ts'

/** A little longer than the thirty seconds in which a dead worker's job must go on. */
const SETTLED_WITHIN_MS = 90_000
const TWO_DAYS_MS = 48 * 3_600_000

/**
 * What must hold after every fault, asked of the database, the disk and the system by questions of
 * its own. `jobs` is how many runs the callers were promised, no more and no fewer.
 */
export async function expectWholeWorld(world: World, promised: { jobs: number }): Promise<void> {
  await expectEverythingEnds(world)
  await expectNothingLostOrDoubled(world, promised.jobs)
  await expectMoneyRight(world)
  await expectNoProcessLeft(world)
  await expectNoFileLeft(world)
}

type Row = Record<string, unknown>

async function ask(world: World, query: string): Promise<Row[]> {
  return (await world.database.db.execute<Row>(sql.raw(query))).rows
}

/** Waits until nothing is under way any more: no job, no task, no payment on its way. */
export async function expectEverythingEnds(world: World): Promise<void> {
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
       select 'attempt', a.job_id::text, a.worker from job_attempts a where a.ended_at is null`,
    )
  await expect.poll(stuck, { timeout: SETTLED_WITHIN_MS, interval: 250 }).toEqual([])
}

async function expectNothingLostOrDoubled(world: World, jobs: number): Promise<void> {
  expect(await ask(world, `select count(*)::int as jobs from jobs`)).toEqual([{ jobs }])
  // A job that ended well has its one creation, and no other job has any.
  const wrong = `
    select j.id, j.status, c.delivered_at, m.id as media from jobs j
    join creations c on c.id = j.creation_id
    left join media m on m.id = c.media_id and m.deleted_at is null
    where (j.status = 'COMPLETED') <> (c.delivered_at is not null and m.id is not null)`
  expect(await ask(world, wrong)).toEqual([])
  const extra = `
    select c.id from creations c left join jobs j on j.creation_id = c.id where j.id is null`
  expect(await ask(world, extra)).toEqual([])
  // Each finished step made one file, and no file was made that no step names.
  const unnamed = `
    select m.id from media m left join job_steps s on s.media_id = m.id
    where m.origin = 'generated' and s.media_id is null`
  expect(await ask(world, unnamed)).toEqual([])
  const unfinished = `
    select j.id, s.step_id from jobs j join job_steps s on s.job_id = j.id
    where j.status = 'COMPLETED' and s.state <> 'done'`
  expect(await ask(world, unfinished)).toEqual([])
}

async function expectMoneyRight(world: World): Promise<void> {
  const unearned = `
    select p.id, p.state from payments p left join creations c on c.id = p.creation_id
    where p.state in ('capture_requested', 'captured') and c.delivered_at is null`
  expect(await ask(world, unearned)).toEqual([])
  const unpaid = `
    select j.id, p.state from jobs j join payments p on p.id = j.payment_id
    where j.status = 'COMPLETED' and p.state <> 'captured'`
  expect(await ask(world, unpaid)).toEqual([])
  const twice = `
    select payment_id from ledger_entries where kind = 'capture'
    group by payment_id having count(*) > 1`
  expect(await ask(world, twice)).toEqual([])
  const unposted = `
    select p.id from payments p left join ledger_entries e on e.payment_id = p.id and e.kind = 'capture'
    where (p.state = 'captured') <> (e.id is not null)`
  expect(await ask(world, unposted)).toEqual([])
  const unbalanced = `
    select e.id from ledger_entries e left join ledger_postings l on l.entry_id = e.id
    group by e.id having coalesce(sum(l.amount), 1) <> 0`
  expect(await ask(world, unbalanced)).toEqual([])
}

async function expectNoProcessLeft(world: World): Promise<void> {
  await world.stopAll()
  await expect.poll(() => world.pids(), { timeout: 10_000 }).toEqual([])
}

/** Two days on, when nothing that was begun before can still be wanted. */
async function expectNoFileLeft(world: World): Promise<void> {
  const folder = join(world.dataDir, 'media')
  const ctx = createTestCtx(
    { ...world.database, drop: () => Promise.resolve() },
    {
      env: { DATA_DIR: world.dataDir },
      storage: await openDiskStorage(folder),
      clock: { now: () => new Date(Date.now() + TWO_DAYS_MS) },
    },
  )
  await runSweepMedia(ctx)
  await runSweepStrayFiles(ctx)
  const files = await listFiles(folder)
  const named = await ask(
    world,
    `select unnest(array[storage_key, preview_key]) as key from media where purged_at is null
     union all select v.storage_key from media_variants v
       join media m on m.id = v.media_id where m.purged_at is null`,
  )
  const wanted = named.flatMap((row) => (typeof row.key === 'string' ? [row.key] : []))
  expect(files.sort()).toEqual(wanted.sort())
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
