import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { measureRuns } from './measure-runs.ts'

const RECIPE = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
const PEOPLE = Array.from({ length: 8 }, (_, at) => `01900000-0000-7000-8000-0000000001${at}0`)
const [MAKER = ''] = PEOPLE
const BEGIN = Date.parse('2026-11-20T00:00:00Z')
const HOUR_MS = 3_600_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
      select id::uuid, 'user', true, 'person' || at, 'test', at::text, now()
      from unnest(array['${PEOPLE.join("','")}']) with ordinality people (id, at);
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
      select id::uuid, '${MAKER}', 1, 'A recipe', '', 'person1', 0, 1000, 'image', 'image', 'personal', now(), now()
      from unnest(array['${RECIPE}', '${OTHER}']) id;
    insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      select id, 1, '{"inputs":[],"steps":[]}', 0, 0, 'personal', '2026-11-01' from workflows`)
})
afterAll(() => database.drop())

interface Run {
  recipe: string
  person: number
  test: boolean
  how: 'COMPLETED' | 'FAILED' | 'REFUSED' | 'CANCELLED' | 'RUNNING'
  /** The minute of the start after 20 November. */
  start: number
  seconds: number
}

const anyRun: fc.Arbitrary<Run> = fc.record({
  recipe: fc.oneof(
    { weight: 9, arbitrary: fc.constant(RECIPE) },
    { weight: 1, arbitrary: fc.constant(OTHER) },
  ),
  person: fc.nat(PEOPLE.length - 1),
  test: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  how: fc.oneof(
    { weight: 6, arbitrary: fc.constant('COMPLETED' as const) },
    fc.constantFrom('FAILED', 'REFUSED', 'CANCELLED', 'RUNNING' as const),
  ),
  start: fc.integer({ min: -60, max: 4 * 1_440 - 1 }),
  // Some runs end on the day after their start.
  seconds: fc.integer({ min: 1, max: 7_200 }),
})

const endOf = ({ start, seconds }: Run) => new Date(BEGIN + start * 60_000 + seconds * 1_000)

async function insert(runs: readonly Run[]): Promise<void> {
  await database.db.execute(sql`truncate jobs, creations cascade`)
  for (const run of runs) {
    const { recipe, person, how, start } = run
    const id = randomUUID()
    const at = new Date(BEGIN + start * 60_000).toISOString()
    const end = how === 'RUNNING' ? null : endOf(run).toISOString()
    const status = how === 'REFUSED' ? 'FAILED' : how
    const code = { FAILED: 'provider_failed', REFUSED: 'content_refused' }[how as string] ?? null
    await database.db.execute(sql`
      insert into creations (id, workflow_id, workflow_version, owner_id, inputs, created_at)
      values (${id}, ${recipe}, 1, ${PEOPLE[person]}, '{}', ${at})`)
    await database.db.execute(sql`
      insert into jobs (id, creation_id, workflow_id, workflow_version, owner_id, inputs, test,
        cost_limit, generation_time_ms, status, progress_steps, error_code, deadline_at,
        created_at, started_at, finished_at)
      values (${id}, ${id}, ${recipe}, 1, ${PEOPLE[person]}, '{}', ${run.test},
        0, 1000, ${status}, 1, ${code}, ${at}, ${at}, ${at}, ${end})`)
  }
}

/** Counts by hand, run by run, what is told of each day or month. */
function countByHand(runs: readonly Run[], from: string, letters: number) {
  const groups = Map.groupBy(
    runs.filter(
      (run) =>
        run.recipe === RECIPE &&
        !run.test &&
        run.person !== 0 &&
        (run.how === 'COMPLETED' || run.how === 'FAILED') &&
        endOf(run).toISOString() >= from,
    ),
    (run) => endOf(run).toISOString().slice(0, letters),
  )
  const peopleOf = (some: readonly Run[]) => new Set(some.map(({ person }) => person)).size
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, ended]) => {
      const delivered = ended.filter(({ how }) => how === 'COMPLETED')
      const times = delivered.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
      const rank = 0.95 * (times.length - 1)
      const low = times[Math.floor(rank)] ?? 0
      const high = times[Math.ceil(rank)] ?? 0
      const p95 = low + (high - low) * (rank - Math.floor(rank))
      return {
        name,
        percent: peopleOf(ended) < 5 ? null : (100 * delivered.length) / ended.length,
        p95: peopleOf(delivered) < 5 ? null : p95,
      }
    })
}

test.each([
  ['day', '2026-11-20', '2026-11-24', 10],
  ['day of a shorter time', '2026-11-22', '2026-11-24', 10],
  ['month', '2026-08-24', '2026-11-24', 7],
])(
  'each %s shows the figures of its runs, but no figure of fewer than five people',
  async (_, from, to, letters) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRun, { minLength: 20, maxLength: 80 }), async (runs) => {
        await insert(runs)
        const { times, health } = await measureRuns(database, { workflowIds: [RECIPE], from, to })
        const told = countByHand(runs, from, letters)
        expect(health.map(({ name }) => name)).toEqual(told.map(({ name }) => name))
        for (const [at, { percent, p95 }] of told.entries()) {
          const day = health[at]
          expect(day?.delivered_percent === null).toBe(percent === null)
          expect(day?.p95 === null).toBe(p95 === null)
          expect(Math.abs((day?.delivered_percent ?? 0) - (percent ?? 0))).toBeLessThanOrEqual(0.5)
          expect(Math.abs((day?.p95 ?? 0) - (p95 ?? 0))).toBeLessThan(0.051)
        }
        expect(times.delivered_percent === null).toBe(told.length === 0)
      }),
      { seed: 20_261_124, numRuns: 25 },
    )
  },
  120_000,
)

test('92 days are told by day, and 93 by month', async () => {
  await insert([{ recipe: RECIPE, person: 1, test: false, how: 'COMPLETED', start: 0, seconds: 5 }])
  const nameFrom = async (from: string) => {
    const told = await measureRuns(database, { workflowIds: [RECIPE], from, to: '2026-11-24' })
    return told.health
  }
  const day = Date.parse('2026-11-24')
  const before = (days: number) => new Date(day - days * 24 * HOUR_MS).toISOString().slice(0, 10)
  expect(await nameFrom(before(91))).toEqual([
    { name: '2026-11-20', delivered_percent: null, p95: null },
  ])
  expect(await nameFrom(before(92))).toEqual([
    { name: '2026-11', delivered_percent: null, p95: null },
  ])
})
