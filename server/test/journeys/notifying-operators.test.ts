import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../src/features/notices/notice-kinds.ts'
import { notifyOperators } from '../../src/features/notices/notify-operators.ts'
import { principals } from '../../src/schema/identity.ts'
import { letters, notices } from '../../src/schema/notices.ts'
import { publish } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { act, newPerson, queue, report } from '../support/moderation.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
const settings = {
  providers: [createScriptedProvider({ start: () => picture() })],
  worker: false,
  env: UNLIMITED_RATES,
  change: clock.change,
}
type Person = Awaited<ReturnType<typeof newPerson>>
let app: TestApp
let creator: Person
let admin: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp(settings)
  creator = await newPerson(app, 'creator@example.com')
  admin = await newPerson(app, 'one@example.com', true)
  other = await newPerson(app, 'two@example.com', true)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.ctx.db.delete(notices)
  clock.hours += 2
})

const [feed, letter] = ['waiting', 'waiting_letter'] as const

/** What an operator was told, by the counts of each notice; of letters, only those in the outbox. */
async function toldOf({ id }: Person, kind: typeof feed | typeof letter): Promise<string[]> {
  const rows = await app.ctx.db
    .select({ facts: notices.facts, letter: letters.id })
    .from(notices)
    .leftJoin(letters, eq(letters.noticeId, notices.id))
    .where(and(eq(notices.ownerId, id), eq(notices.kind, kind)))
    .orderBy(asc(notices.id))
  expect(rows.every((row) => (row.letter !== null) === (kind === letter))).toBe(true)
  return rows.map(({ facts }) => ['reports', 'objections'].map((what) => facts[what]).join(' '))
}

const publishFresh = () => publish(creator.browser)
const reportAs = (id: string) => report({ browser: new Browser(app.url) }, 'workflow', id)

/** Admins decide after a sign-in of the last ten minutes. */
async function decide(action: 'hide' | 'dismiss', last = Number.POSITIVE_INFINITY): Promise<void> {
  const fresh = await newPerson(app, 'one@example.com', true)
  for (const { id } of (await queue(fresh)).slice(-last)) await act(fresh, id, action)
}

test('a report is told to whoever moderates, and not to whoever keeps the money', async () => {
  const [moderator, keeper] = [
    await newPerson(app, 'mod@example.com'),
    await newPerson(app, 'fin@example.com'),
  ]
  const roles = [
    [moderator, 'moderator'],
    [keeper, 'finance'],
  ] as const
  for (const [{ id }, role] of roles) {
    await app.ctx.db
      .update(principals)
      .set({ staffRoles: [role] })
      .where(eq(principals.id, id))
  }
  await reportAs((await publishFresh()).id)
  await notifyOperators(app.ctx)
  expect([await toldOf(moderator, feed), await toldOf(moderator, letter)]).toEqual([
    ['1 0'],
    ['1 0'],
  ])
  expect(await toldOf(keeper, feed)).toEqual([])
  await decide('dismiss')
})

test('every admin hears of a report and an objection once, however many processes tell', async () => {
  const recipe = await publishFresh()
  await reportAs(recipe.id)
  await reportAs(recipe.id)
  const beside = await startTestApp({ ...settings, beside: app })
  try {
    await Promise.all([app, beside, app, beside].map(({ ctx }) => notifyOperators(ctx)))
  } finally {
    await beside.close()
  }
  for (const each of [admin, other]) {
    expect([await toldOf(each, feed), await toldOf(each, letter)]).toEqual([['1 0'], ['1 0']])
  }
  const { body: read } = await admin.browser.json<{ notices: object[] }>('/notices')
  expect(read.notices).toMatchObject([
    { title: '1 report waits for you', link: { path: '/admin', label: 'Open the reports' } },
  ])
  await decide('hide')
  await creator.browser.json(`/workflows/${recipe.id}/objection`, {
    body: { text: 'It is a boat.' },
  })
  clock.hours += 2
  await notifyOperators(app.ctx)
  expect(await toldOf(admin, letter)).toEqual(['1 0', '0 1'])
  expect(await toldOf(creator, feed)).toEqual([])
  await decide('dismiss')
})

test('a flood of reports is one letter an hour, and what was decided meanwhile is none', async () => {
  for (let n = 1; n <= 4; n++) {
    await reportAs((await publishFresh()).id)
    await notifyOperators(app.ctx)
  }
  expect(await toldOf(admin, feed)).toEqual(['1 0', '2 0', '3 0', '4 0'])
  expect(await toldOf(admin, letter)).toEqual(['1 0'])
  clock.hours += 1.1
  await notifyOperators(app.ctx)
  expect(await toldOf(admin, letter)).toEqual(['1 0', '4 0'])
  // Admins heard of the older three already, so the youngest, which is gone, brings no news.
  await decide('dismiss', 1)
  clock.hours += 1.1
  await notifyOperators(app.ctx)
  expect([await toldOf(admin, feed), await toldOf(admin, letter)].flat()).toHaveLength(6)
  await reportAs((await publishFresh()).id)
  await decide('dismiss')
  await notifyOperators(app.ctx)
  expect([await toldOf(admin, feed), await toldOf(admin, letter)].flat()).toHaveLength(6)
})

test('an operator who comes later hears of what waits', async () => {
  await reportAs((await publishFresh()).id)
  await notifyOperators(app.ctx)
  const late = await newPerson(app, 'late@example.com', true)
  await notifyOperators(app.ctx)
  expect([await toldOf(late, feed), await toldOf(late, letter)]).toEqual([['1 0'], ['1 0']])
  await decide('dismiss')
})

test.each([
  [[1, 0, 0], '1 report waits for you', '/admin'],
  [[2, 1, 0], '2 reports and 1 objection wait for you', '/admin'],
  [[1, 1, 3], '1 report, 1 objection and 3 cases wait for you', '/admin'],
  [[0, 0, 1], '1 case waits for you', '/admin/cases'],
  [[0, 0, 1, 1], '1 claim and 1 case wait for you', '/admin/claims'],
])('the letter of %j says “%s” and leads to %s', (counts, title, path) => {
  const [reports = 0, objections = 0, cases = 0, claims = null] = counts
  const facts = { claims, reports, objections, cases, newest: '' }
  const kind = NOTICE_KINDS.waiting_letter
  expect([kind.title(facts), kind.link(facts)?.path]).toEqual([title, path])
})
