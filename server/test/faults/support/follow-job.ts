import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { type JobRow, type JobStepRow, jobSteps, jobs } from '../../../src/schema/generation.ts'
import type { World } from './open-world.ts'
import { startWatch } from './report-fault.ts'
import type { ServerProcess } from './start-process.ts'

export async function readJob(world: World, id: string): Promise<JobRow> {
  const [row] = await world.database.db.select().from(jobs).where(eq(jobs.id, id))
  if (!row) throw new Error(`there is no job ${id}`)
  return row
}

/** Reads the job's steps, keyed by name. */
export async function readSteps(world: World, id: string): Promise<Record<string, JobStepRow>> {
  const rows = await world.database.db.select().from(jobSteps).where(eq(jobSteps.jobId, id))
  return Object.fromEntries(rows.map((row) => [row.stepId, row]))
}

/** Resolves as soon as the named step is under way. */
export async function untilStep(
  world: World,
  jobId: string,
  stepId: string,
  state: JobStepRow['state'] = 'running',
): Promise<void> {
  await expect
    .poll(async () => (await readSteps(world, jobId))[stepId]?.state, {
      timeout: 60_000,
      interval: 10,
    })
    .toBe(state)
}

export async function untilEnded(world: World, jobId: string): Promise<JobRow> {
  await expect
    .poll(async () => (await readJob(world, jobId)).finishedAt, { timeout: 90_000, interval: 50 })
    .not.toBeNull()
  return readJob(world, jobId)
}

export async function untilCompleted(world: World, jobId: string): Promise<void> {
  const { status, errorCode } = await untilEnded(world, jobId)
  expect({ status, errorCode }).toEqual({ status: 'COMPLETED', errorCode: null })
}

/** Resolves with the milliseconds until another attempt takes the job. */
export async function untilTakenAgain(world: World, jobId: string): Promise<number> {
  const watch = startWatch()
  const { attempt } = await readJob(world, jobId)
  await expect
    .poll(async () => (await readJob(world, jobId)).attempt, { timeout: 60_000, interval: 50 })
    .toBeGreaterThan(attempt)
  return watch()
}

/** The process that holds the job's lease, and the other processes. */
export async function holderOf(
  world: World,
  jobId: string,
  workers: readonly ServerProcess[],
): Promise<ServerProcess> {
  const { worker } = await readJob(world, jobId)
  const holder = workers.find((one) => worker?.endsWith(`:${one.pid}`))
  if (!holder) throw new Error(`no process of this test is ${worker}`)
  return holder
}
