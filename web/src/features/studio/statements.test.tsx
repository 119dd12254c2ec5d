import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleUser } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

const statement = (number: string, change: object = {}) => ({
  number,
  kind: 'month',
  month: '2026-11',
  made_at: '2026-12-01T03:00:00.000Z',
  currency: 'usd',
  opening: 0,
  closing: 4_120,
  paid: null,
  page_url: `/api/v1/payouts/statements/${number}/page`,
  csv_url: `/api/v1/payouts/statements/${number}/csv`,
  ...change,
})
const money = {
  currency: 'usd',
  test_mode: false,
  unpaid: 0,
  paid: 0,
  lines: [],
  adjustments: [],
  free_runs: { runs: 0, taken: 0 },
  minimum: 1_000,
  next_runs: [],
  payouts: [],
  next_cursor: null,
}
const rest = {
  'GET /auth/me': () => sampleUser(),
  'GET /payouts': () => money,
  'GET /payouts/account': () => new Refusal(503),
}
const section = () => screen.findByRole('region', { name: 'Statements' })

test('statements of months and payouts stand with their page and file, and more can be shown', async () => {
  await startApi({
    ...rest,
    'GET /payouts/statements': ({ query }) =>
      query.get('cursor') === 'more'
        ? { statements: [statement('VG-2026-10-000001', { month: '2026-10' })], next_cursor: null }
        : {
            statements: [
              statement('VG-2026-11-000002'),
              statement('VG-2026-11-000001', { kind: 'payout', paid: 2_100 }),
            ],
            next_cursor: 'more',
          },
  })
  const { user } = renderPage('/studio/money')
  const list = within(await section())
  expect(await list.findByText('November 2026')).toBeTruthy()
  expect(list.getByText('Payout of $21.00')).toBeTruthy()
  const open = list.getByRole('link', { name: 'Open the statement VG-2026-11-000002' })
  expect(open.getAttribute('href')).toBe('/api/v1/payouts/statements/VG-2026-11-000002/page')
  const file = list.getByRole('link', { name: 'CSV of the statement VG-2026-11-000002' })
  expect(file.getAttribute('href')).toBe('/api/v1/payouts/statements/VG-2026-11-000002/csv')
  await user.click(list.getByRole('button', { name: 'Show more' }))
  expect(await list.findByText('October 2026')).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('without a statement the section says when one is made', async () => {
  await startApi({
    ...rest,
    'GET /payouts/statements': () => ({ statements: [], next_cursor: null }),
  })
  renderPage('/studio/money')
  expect(await within(await section()).findByText(/^One is made after each month/)).toBeTruthy()
})

test('statements that could not be loaded can be asked for again', async () => {
  await startApi({ ...rest, 'GET /payouts/statements': () => new Refusal(503) })
  renderPage('/studio/money')
  expect(
    await within(await section()).findByRole('button', { name: 'Try Again' }, { timeout: 10_000 }),
  ).toBeTruthy()
})
