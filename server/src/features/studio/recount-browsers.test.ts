import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { analyticsEvents } from '../../schema/visits.ts'
import { type FormGroup, sumForms } from './forms.ts'
import { recountDays } from './recount-days.ts'
import { sumShares } from './shares.ts'

const RECIPE = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
const MAKER = '01900000-0000-7000-8000-000000000003'
const HOUR_MS = 3_600_000
const BEGIN = Date.parse('2026-11-20T00:00:00Z')
const HOURS = 96
/** The hour from which the second version is live. */
const SECOND = 40

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`
    insert into principals (id, kind, browser_chose_id, username, issuer, subject, created_at)
      values ('${MAKER}', 'user', true, 'maker', 'test', '1', now());
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
      select id::uuid, '${MAKER}', 2, 'A recipe', '', 'maker', 0, 1000, 'image', 'image', 'personal', now(), now()
      from unnest(array['${RECIPE}', '${OTHER}']) id;
    insert into workflow_versions (workflow_id, version, recipe, price, cost, license, created_at)
      select workflows.id, number, '{"inputs":[],"steps":[]}', 0, 0, 'personal',
        timestamptz '2026-11-20T00:00:00Z' + (number - 1) * interval '${SECOND} hours'
      from workflows, generate_series(1, 2) number`)
})
afterAll(() => database.drop())

const at = (hours: number) =>
  createTestCtx(database, { clock: { now: () => new Date(BEGIN + hours * HOUR_MS) } })

interface Act {
  browser: number
  recipe: unknown
  event: string
  shown: unknown
  outcome: string | null
  hour: number
  counts: boolean
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  browser: fc.nat(12),
  recipe: fc.oneof(
    { weight: 6, arbitrary: fc.constant(RECIPE) },
    fc.constantFrom(OTHER, MAKER, 'no id', 7, null),
  ),
  event: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('remix_input_changed', 'remix_step_continued') },
    fc.constantFrom('remix_summary_viewed', 'remix_clicked'),
    { weight: 3, arbitrary: fc.constantFrom('workflow_shared', 'creation_shared') },
  ),
  shown: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 4 }) },
    fc.constantFrom(-3, 1e300, 2.5, 'one', true, null),
  ),
  outcome: fc.constantFrom('shared', 'copied', 'cancelled', 'failed', null),
  hour: fc.nat(HOURS - 1),
  counts: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
})

/** Counts by hand, event by event, how far people came in the form of the recipe. */
function countByHand(acts: readonly Act[]): FormGroup[] {
  const people = new Map<string, { hour: number; leftStep: number }>()
  for (const { browser, recipe, event, shown, hour, counts } of acts) {
    if (recipe !== RECIPE || !counts || !event.startsWith('remix_')) continue
    if (event === 'remix_clicked') continue
    const key = `${Math.floor(hour / 24)} ${browser}`
    const known = people.get(key)?.leftStep ?? -1
    const isStep = typeof shown === 'number' && Number.isInteger(shown) && shown >= 0 && shown < 100
    const isOver = event === 'remix_summary_viewed' || known === -2
    people.set(key, { hour, leftStep: isOver ? -2 : isStep ? shown : known })
  }
  const groups = new Map<string, FormGroup>()
  for (const { hour, leftStep } of people.values()) {
    const version = hour < SECOND ? 1 : 2
    const left_step = leftStep === -2 ? 0 : leftStep
    const group = groups.get(`${version} ${left_step}`) ?? { version, left_step, people: 0 }
    groups.set(`${version} ${left_step}`, { ...group, people: group.people + 1 })
  }
  return sorted([...groups.values()])
}

/** Counts by hand, event by event, who shared the recipe: a browser once a day. */
function countSharesByHand(acts: readonly Act[]): number {
  const shares = acts.filter(
    ({ recipe, event, outcome, counts }) =>
      recipe === RECIPE &&
      counts &&
      event.endsWith('_shared') &&
      outcome !== 'cancelled' &&
      outcome !== 'failed',
  )
  return new Set(shares.map(({ hour, browser }) => `${Math.floor(hour / 24)} ${browser}`)).size
}

const sorted = (groups: FormGroup[] | null) =>
  (groups ?? []).toSorted((a, b) => a.version - b.version || a.left_step - b.left_step)

const read = async (hour: number) =>
  sorted(await sumForms(at(hour), { workflowIds: [RECIPE], from: undefined }))

const readShares = (hour: number) => sumShares(at(hour), { workflowIds: [RECIPE], from: undefined })

test('after any events, and with recounts at any time, forms and shares are told as the events are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAct, { minLength: 1, maxLength: 80 }),
      fc.uniqueArray(fc.nat(HOURS - 1), { maxLength: 3 }),
      async (any, recounts) => {
        await database.db.execute(
          sql`truncate analytics_events, workflow_forms, workflow_shares, counted_days, workflow_days`,
        )
        const acts = any.toSorted((a, b) => a.hour - b.hour)
        for (let hour = 0; hour < HOURS; hour++) {
          const now = acts.filter((act) => act.hour === hour)
          if (now.length > 0) await insert(now, hour)
          if (recounts.includes(hour)) await recountDays(at(hour))
        }
        const told = countByHand(acts)
        const shared = countSharesByHand(acts)
        expect(await read(HOURS)).toEqual(told)
        expect(await readShares(HOURS)).toBe(shared)
        await recountDays(at(HOURS))
        expect(await read(HOURS)).toEqual(told)
        expect(await readShares(HOURS)).toBe(shared)
        await database.db.execute(sql`truncate workflow_forms, workflow_shares, counted_days`)
        await Promise.all(Array.from({ length: 3 }, () => recountDays(at(HOURS))))
        expect(await read(HOURS)).toEqual(told)
        expect(await readShares(HOURS)).toBe(shared)
      },
    ),
    { seed: 20_261_124, numRuns: 25 },
  )
}, 120_000)

async function insert(acts: readonly Act[], hour: number): Promise<void> {
  await database.db.insert(analyticsEvents).values(
    acts.map(({ browser, recipe, event, shown, outcome, counts }, index) => {
      const time = new Date(BEGIN + hour * HOUR_MS + index)
      return {
        id: randomUUID(),
        event,
        distinctId: `browser ${browser}`,
        properties: { workflow_id: recipe, shown, outcome } as Record<
          string,
          string | number | null
        >,
        at: time,
        receivedAt: time,
        counts,
      }
    }),
  )
}

test('what is older than the privacy page allows is deleted, and nothing is told of another collector', async () => {
  await database.db.execute(
    sql`truncate analytics_events, workflow_forms, workflow_shares, counted_days`,
  )
  await insert(
    ['remix_reviewed', 'workflow_shared'].map((event) => ({
      browser: 1,
      recipe: RECIPE,
      event,
      shown: 2,
      outcome: 'copied',
      hour: 1,
      counts: true,
    })),
    1,
  )
  await recountDays(at(24))
  expect(await database.db.$count(analyticsEvents)).toBe(2)
  const kept = async (hour: number) => {
    await recountDays(at(hour))
    const { rows } = await database.db.execute(sql`
      select day from workflow_forms union all select day from workflow_shares`)
    return rows.length
  }
  expect(await kept(24 * 400)).toBe(2)
  expect(await kept(24 * 402)).toBe(0)
  const elsewhere = createTestCtx(database, { env: { ANALYTICS_URL: 'https://events.example/' } })
  expect(await sumForms(elsewhere, { workflowIds: [RECIPE], from: undefined })).toBeNull()
  expect(await sumShares(elsewhere, { workflowIds: [RECIPE], from: undefined })).toBeNull()
})
