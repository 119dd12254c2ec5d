import { screen, within } from '@testing-library/react'
import { describeSource } from '@vignette/contract/describe-source.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { barsOf } from './bars.ts'
import { describeBars } from './earned-chart.tsx'
import { compare } from './numbers-view.tsx'
import { writeNumbersCsv } from './write-numbers-csv.ts'

const ID = sampleId(1)
const day = (name: string, over: object = {}) => ({
  day: name,
  visitors: 12,
  runs: 3,
  sales: 2,
  earned: 420,
  ...over,
})
const total = {
  visits: 60,
  visitors: 50,
  runs: 6,
  delivered: 6,
  checkouts: 8,
  authorized: 6,
  sales: 5,
  paid: 1_500,
  refunded: 0,
  disputed: 0,
  earned: 1_050,
  free_runs: 0,
}
const numbers = (over: object = {}) => ({
  currency: 'usd',
  test_mode: false,
  from: '2026-11-22',
  to: '2026-11-23',
  total,
  before: { visitors: 25, runs: 2, sales: 2, earned: 420 },
  days: [day('2026-11-22'), day('2026-11-23', { visitors: null, earned: -70 })],
  before_days: [420, 0],
  sources: [
    {
      source: 'link:bio-nov',
      visits: 40,
      visitors: 40,
      runs: 5,
      delivered: 5,
      sales: 4,
      earned: 840,
    },
    {
      source: 'host:t.example',
      visits: null,
      visitors: null,
      runs: 1,
      delivered: 1,
      sales: 1,
      earned: 210,
    },
  ],
  form: { began: 30, finished: null },
  shares: { people: 7 },
  times: { delivered_percent: 98, p50: 4.2, p95: 9 },
  health: [
    { name: '2026-11-22', delivered_percent: 96, p95: 8.5 },
    { name: '2026-11-23', delivered_percent: null, p95: null },
  ],
  after: { shown: 3, remixed: 1, buyers: 9, again: null },
  ...over,
})
const version = (number: number, runs: number) => ({
  version: number,
  visits: 30,
  visitors: 30,
  runs,
  delivered: runs,
  sales: 3,
  earned: 630,
  refunded: 0,
})
const nothing = numbers({
  form: { began: 0, finished: 0 },
  total: Object.fromEntries(Object.keys(total).map((name) => [name, 0])),
  days: [day('2026-11-23', { visitors: 0, runs: 0, sales: 0, earned: 0 })],
  sources: [],
})

const serve = (answer: object, more: object = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /studio/numbers': () => ({ ...answer, recipes: [] }),
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', version: 2 }),
    ...more,
  })

test('the page shows what was earned, the sources of people, and how far people came', async () => {
  await serve(numbers())
  const { user } = renderPage('/studio/numbers')
  expect(await screen.findByText('$10.50')).toBeTruthy()
  expect(screen.getByText('+150% on the period before')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Earned from Nov 22 to Nov 23: \$3\.50/ })).toBeTruthy()
  const funnel = within(screen.getByRole('region', { name: 'From visit to sale' }))
  expect(funnel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Visitors50',
    'Began the form3060%',
    'Saw its summaryFewer than 5–',
    'Opened the checkout816%',
    'Card authorised612%',
    'Remixes begun612%',
    'Delivered612%',
    'Charged510%',
  ])
  expect(funnel.queryByText(/Most who leave/)).toBeNull()
  expect(screen.getByRole('region', { name: 'What became of it' }).textContent).toContain(
    'Of what was made, 3 are public now, and 1 began with somebody’s creation. 7 people shared a recipe or what was made with it. 9 people bought, of whom fewer than 5 had bought within 30 days before.',
  )
  const sources = within(screen.getByRole('region', { name: 'Where they came from, as a table' }))
  expect(sources.getByText('Your link “bio-nov”')).toBeTruthy()
  expect(sources.getByText('Fewer than 5')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('region', { name: 'Figures of each day' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayVisitorsRemixesSalesEarned',
    'Nov 23Fewer than 532-$0.70',
    'Nov 221232$4.20',
  ])
})

test('the page shows how runs went by day, as chart and as table, and no day of a few people', async () => {
  await serve(numbers())
  const { user } = renderPage('/studio/numbers')
  const runs = within(await screen.findByRole('region', { name: 'How remixes went' }))
  const chart = runs.getByRole('img', {
    name: 'How remixes went from Nov 22 to Nov 23: fewest delivered on Nov 22, 96%',
  })
  expect([...chart.querySelectorAll('title')].map((title) => title.textContent)).toEqual([
    'Nov 22: 96% delivered',
  ])
  expect(chart.querySelectorAll('line')).toHaveLength(1)
  await user.click(runs.getByRole('button', { name: 'Show remixes as table' }))
  const table = within(runs.getByRole('region', { name: 'How remixes went on each day' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DayDelivered95 of 100 within',
    'Nov 23Too fewToo few',
    'Nov 2296%8.5 s',
  ])
})

test('where no day has enough runs, words alone say how the runs went', async () => {
  await serve(numbers({ health: [{ name: '2026-11-23', delivered_percent: null, p95: null }] }))
  renderPage('/studio/numbers')
  const runs = within(await screen.findByRole('region', { name: 'How remixes went' }))
  expect(runs.getByText(/98% of the remixes/)).toBeTruthy()
  expect(runs.queryByRole('img')).toBeNull()
})

test('where browsers tell another collector, the funnel says so and leaves the form out', async () => {
  await serve(numbers({ form: null }))
  renderPage('/studio/numbers')
  const funnel = within(await screen.findByRole('region', { name: 'From visit to sale' }))
  expect(funnel.queryByText('Began the form')).toBeNull()
  expect(funnel.getByText(/not counted here: this site/)).toBeTruthy()
})

test('another time is asked for, and stands in the address', async () => {
  const asked = await serve(numbers())
  const { user } = renderPage('/studio/numbers')
  await user.click(await screen.findByRole('button', { name: '90 days' }))
  const range = () => asked.findLast(({ path }) => path === '/studio/numbers')?.query.get('range')
  await expect.poll(range).toBe('90')
  expect(location.search).toBe('?range=90')
  expect(screen.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
})

test('before the first visitor the page says so in place of the chart', async () => {
  await serve(nothing)
  renderPage('/studio/numbers')
  expect(await screen.findByText('Your first visitor will show up here')).toBeTruthy()
  expect(screen.queryByRole('img', { name: /Earned/ })).toBeNull()
})

test('numbers that cannot be loaded are asked for again', async () => {
  let times = 0
  await serve(numbers(), {
    'GET /studio/numbers': () => {
      if (times++ === 0) return new Refusal(503, { error: 'Not now.' })
      return { ...numbers(), recipes: [] }
    },
  })
  const { user } = renderPage('/studio/numbers')
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('$10.50')).toBeTruthy()
})

test('a recipe’s versions are compared from thirty runs on, and its choices counted', async () => {
  await serve(numbers(), {
    [`GET /workflows/${ID}/numbers`]: () => ({
      ...numbers(),
      leaving: { name: 'Your words', people: 12, of: 40 },
      versions: [version(2, 30), version(1, 29)],
      declines: [
        { reason: 'words', times: 6 },
        { reason: 'mind', times: null },
      ],
      choices: [
        {
          key: 'look',
          name: 'Look',
          options: [
            { value: 'ink', label: 'Ink', times: 7 },
            { value: 'oil', label: 'Oil', times: null },
          ],
        },
      ],
    }),
  })
  renderPage(`/studio/recipes/${ID}?tab=numbers`)
  const versions = within(
    await screen.findByRole('region', { name: 'Version by version, as a table' }),
  )
  expect(versions.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'VersionVisitorsRemixesDeliveredSalesOf visitorsEarned',
    '23030100%310%$6.30',
    '13029Too few3Too few$6.30',
  ])
  expect(
    screen.getByText(
      'Most who leave the form leave at “Your words”: 12 of the 40 who began it in the live version.',
    ),
  ).toBeTruthy()
  const choices = within(screen.getByRole('region', { name: 'What they chose' }))
  expect(choices.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Ink7',
    'OilFewer than 5 people',
  ])
  const wrong = within(screen.getByRole('region', { name: 'What was wrong with proofs' }))
  expect(wrong.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Wrong words6',
    'I changed my mindFewer than 5 people',
  ])
})

test('more than 92 days are shown as months, and the file has a line for each month', () => {
  const days = Array.from({ length: 365 }, (_, at) =>
    day(new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10), { earned: 100 }),
  )
  const bars = barsOf({ days, before_days: days.map(() => 1) })
  expect(bars).toHaveLength(12)
  expect(bars[1]).toMatchObject({ name: '2026-02', earned: 2_800, before: 28, visitors: 336 })
  const lines = writeNumbersCsv(bars, [{ name: '2026-02', delivered_percent: 97, p95: null }])
  expect(lines.split('\r\n')).toHaveLength(14)
  expect(lines).toContain('2026-02,336,84,56,28.00,97,\r\n')
  expect(lines).toContain('2026-03,372,93,62,31.00,,\r\n')
  expect(describeBars([])).toBe('Nothing was earned yet')
})

test.each([
  ['direct', 'Directly'],
  ['creation', 'Somebody’s creation'],
  ['host:instagram.com', 'instagram.com'],
  ['embed:blog.example', 'Embedded on blog.example'],
  ['tag:newsletter', 'Tagged “newsletter”'],
  ['tag:fan-link', 'Fan link'],
])('the source %s reads %s', (source, words) => {
  expect(describeSource(source)).toBe(words)
})

test('a figure is compared with the period before in words', () => {
  expect(compare(120, 100)).toBe('+20% on the period before')
  expect(compare(80, 100)).toBe('−20% on the period before')
  expect(compare(5, 0)).toBe('Nothing in the period before')
})
