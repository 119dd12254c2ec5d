import type { LastRuns, WorkflowCard } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountLastRuns } from '../../src/features/generation/index.ts'
import { HOUSE_ISSUER } from '../../src/features/identity/rules.ts'
import { creations } from '../../src/schema/creations.ts'
import { jobs } from '../../src/schema/generation.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { Visitor } from '../support/browser.ts'
import { createHealthWorld, type HealthWorld, SOON } from '../support/health-world.ts'

let world: HealthWorld
beforeAll(async () => {
  world = await createHealthWorld()
})
afterAll(() => world.close())

type Told = Omit<LastRuns, 'words'> | null

const LIVE = 2
/** More than the histories insert. */
const FAR = 100_000
const CREATOR = '01900000-0000-7000-8000-000000000001'
const HOUSE = '01900000-0000-7000-8000-000000000002'
const FAN = '01900000-0000-7000-8000-000000000003'
const id = (kind: number, at: number) =>
  `01900000-0000-7000-${9_000 + kind}-${String(at).padStart(12, '0')}`

interface Run {
  owner: string
  version: number
  test: boolean
  status: 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'RUNNING'
  code: string
  seconds: number
}

const anyRun: fc.Arbitrary<Run> = fc.record({
  owner: fc.oneof(
    { weight: 8, arbitrary: fc.constant(FAN) },
    { weight: 2, arbitrary: fc.constantFrom(CREATOR, HOUSE) },
  ),
  version: fc.oneof(
    { weight: 8, arbitrary: fc.constant(LIVE) },
    { weight: 1, arbitrary: fc.constant(1) },
  ),
  test: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constant('COMPLETED' as const) },
    fc.constantFrom('FAILED', 'CANCELLED', 'RUNNING'),
  ),
  code: fc.constantFrom('provider_down', 'timed_out', 'content_refused'),
  seconds: fc.integer({ min: 1, max: 4_000_000 }).map((ms) => ms / 1_000),
})

/** Counts by hand what a card should tell of the runs, oldest first. */
function tell(runs: readonly Run[]): Told {
  const last = runs
    .filter(
      ({ owner, version, test, status, code }) =>
        owner === FAN &&
        version === LIVE &&
        !test &&
        (status === 'COMPLETED' || (status === 'FAILED' && code !== 'content_refused')),
    )
    .slice(-50)
  if (last.length < 10) return null
  const took = last
    .filter(({ status }) => status === 'COMPLETED')
    .map(({ seconds }) => Math.min(1_800, Math.ceil(seconds)))
    .toSorted((a, b) => a - b)
  const within = (part: number) => took[Math.ceil(part * took.length) - 1] ?? null
  return { delivered: took.length, of: last.length, p50: within(0.5), p95: within(0.95) }
}

async function insertRuns(
  workflow: string,
  runs: readonly Run[],
  from: number,
  begin = Date.now() - 3_600_000,
): Promise<void> {
  if (runs.length === 0) return
  const { db } = world.app.ctx
  const rows = runs.map(({ owner, version, test, status, code, seconds }, index) => {
    const at = from + index
    const startedAt = new Date(begin + at * 1_000)
    const ends = status !== 'RUNNING'
    return {
      id: id(1, at),
      creationId: id(2, at),
      workflowId: workflow,
      workflowVersion: version,
      ownerId: owner,
      inputs: {},
      test,
      costLimit: 0,
      generationTimeMs: 1_000,
      status,
      errorCode: status === 'FAILED' ? code : null,
      progressSteps: 1,
      deadlineAt: new Date(begin + 86_400_000),
      leasedUntil: ends ? null : new Date(begin + 86_400_000),
      createdAt: startedAt,
      startedAt,
      finishedAt: ends ? new Date(startedAt.getTime() + Math.round(seconds * 1_000)) : null,
    }
  })
  await db.insert(creations).values(
    rows.map((row) => ({
      id: row.creationId,
      workflowId: workflow,
      workflowVersion: row.workflowVersion,
      ownerId: row.ownerId,
      inputs: {},
      createdAt: row.createdAt,
    })),
  )
  await db.insert(jobs).values(rows)
}

async function insertWorkflow(workflow: string): Promise<void> {
  const { db } = world.app.ctx
  await db.execute(sql`insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
    values (${CREATOR}, 'user', true, 'the-creator', 'test', '1', now()),
      (${HOUSE}, 'user', true, 'the-house', ${HOUSE_ISSUER}, 'test', now()),
      (${FAN}, 'user', true, 'the-fan', 'test', '3', now())
    on conflict do nothing`)
  await db.execute(sql`insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, state, remix_count, created_at, updated_at)
    values (${workflow}, ${CREATOR}, ${LIVE}, 'A recipe', '', 'the-creator', 0, 1000, 'image', 'image',
      'personal', 'unlisted', 10, now(), now())`)
  await db.execute(sql`insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
    select ${workflow}, version, '{"inputs":[],"steps":[]}', 0, 0, 'personal', now() - interval '2 days'
    from generate_series(1, ${LIVE}) version`)
}

async function readTold(workflow: string): Promise<Told> {
  const [row] = await world.app.ctx.db.select().from(workflows).where(eq(workflows.id, workflow))
  if (!row) throw new Error('no such workflow')
  const { lastRuns, lastRunsDelivered, measuredTimeMs, slowTimeMs } = row
  if (lastRuns < 10) {
    expect([measuredTimeMs, slowTimeMs]).toEqual([null, null])
    return null
  }
  const seconds = (ms: number | null) => ms && ms / 1_000
  const [p50, p95] = [seconds(measuredTimeMs), seconds(slowTimeMs)]
  return { delivered: lastRunsDelivered, of: lastRuns, p50, p95 }
}

test('after any history, a card tells what the runs themselves say', async () => {
  let inserted = 0
  let recipe = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRun, { maxLength: 120 }),
      fc.array(anyRun, { maxLength: 20 }),
      async (before, after) => {
        const workflow = id(0, ++recipe)
        await insertWorkflow(workflow)
        for (const [runs, known] of [
          [before, before],
          [after, [...before, ...after]],
        ] as const) {
          await insertRuns(workflow, runs, inserted)
          inserted += runs.length
          await recountLastRuns(world.app.ctx)
          expect(await readTold(workflow)).toEqual(tell(known))
        }
        expect(await recountLastRuns(world.app.ctx)).toBe(0)
        expect(await recountLastRuns(world.app.ctx, workflow)).toBe(0)
      },
    ),
    { seed: 20_261_124, numRuns: 40 },
  )
}, 120_000)

test('a failure shows at once in the list and on the page of another server, from ten runs on', async () => {
  const { id: recipe } = await world.publish()
  const delivered = { owner: FAN, version: 1, test: false, status: 'COMPLETED' as const }
  const runs = Array.from({ length: 9 }, () => ({ ...delivered, code: '', seconds: 4 }))
  await insertRuns(recipe, runs, FAR, Date.now() - FAR * 1_000)
  await recountLastRuns(world.app.ctx, recipe)
  expect((await world.view(recipe)).last_runs).toBeNull()

  const reader = new Visitor(world.other.url)
  const read = async () => {
    const page = await reader.call<WorkflowCard>('GET', `/workflows/${recipe}`)
    const list = await reader.call<{ workflows: WorkflowCard[] }>('GET', '/workflows')
    const card = list.body.workflows.find((one) => one.id === recipe)
    return [page.body.last_runs, card?.last_runs]
  }
  expect(await read()).toEqual([null, null])
  world.vendor.fault = 'provider_down'
  expect((await world.runToEnd(recipe)).job.status).toBe('FAILED')
  world.vendor.mend()
  const told = { delivered: 9, of: 10, p50: 4, p95: 4 }
  await expect.poll(read, SOON).toMatchObject([told, told])
})
