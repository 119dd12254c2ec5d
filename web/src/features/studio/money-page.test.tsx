import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleUser } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

const account = {
  state: 'none',
  missing: [],
  missing_by: null,
  country: null,
  bank_last4: null,
  reason: null,
  usable_from: null,
  vendor: 'sandbox',
}
const money = {
  currency: 'usd',
  test_mode: false,
  unpaid: 3_010,
  paid: 4_120,
  lines: [
    {
      amount: 910,
      reason: 'clearing',
      words: 'Sales clear after 7 days.',
      date: '2026-11-27T00:00:00.000Z',
    },
    { amount: 2_100, reason: 'held', words: 'Held back: we look at a sale.', date: null },
    {
      amount: 300,
      reason: 'account_waits',
      words: 'A changed payout account is used after 48 hours.',
      date: '2026-11-29T00:00:00.000Z',
    },
  ],
  free_runs: { runs: 0, taken: 0 },
  adjustments: [
    {
      id: 'a1',
      amount: 500,
      reason: 'For the outage of Tuesday.',
      created_at: '2026-11-18T09:00:00.000Z',
    },
  ],
  minimum: 1_000,
  next_runs: ['2026-11-27T06:00:00.000Z', '2026-12-04T06:00:00.000Z'],
  payouts: [
    {
      id: 'p1',
      state: 'paid',
      words: 'Arrived',
      amount: 4_120,
      returned: 0,
      currency: 'usd',
      reason: null,
      reference: 'SEPA 17',
      created_at: '2026-11-20T06:00:00.000Z',
      arrives_at: null,
      ended_at: null,
    },
  ],
  next_cursor: null,
}

test('every cent that is not paid stands with its reason and date, beside payouts and next dates', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': () => money,
    'GET /payouts/account': () => account,
    'GET /payouts/statements': () => ({ statements: [], next_cursor: null }),
  })
  renderPage('/studio/money')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your money' })).toBeTruthy()
  const line = (await screen.findByText('Sales clear after 7 days.')).closest('li')
  expect(line?.textContent).toContain('On November 27, 2026')
  expect(line?.textContent).toContain('$9.10')
  expect(screen.getByText('Held back: we look at a sale.')).toBeTruthy()
  expect(screen.getByText('From November 29, 2026')).toBeTruthy()
  expect(screen.getByText('SEPA 17')).toBeTruthy()
  const adjusted = screen.getByText('For the outage of Tuesday.').closest('li')
  expect(adjusted?.textContent).toContain('$5.00')
  expect(screen.getByText('December 4, 2026')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add payout account' })).toBeTruthy()
})

test('a legal name and address are saved for statements, and removed again', async () => {
  let party: object | null = null
  const asked = await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': () => money,
    'GET /payouts/account': () => account,
    'GET /payouts/paper-name': () => ({ party }),
    'PUT /payouts/paper-name': ({ body }) => {
      party = (JSON.parse(body) as { party: object | null }).party && {
        name: 'Mara Berg',
        address: 'Main Street 1',
        vat_id: null,
      }
      return { party }
    },
  })
  const { user } = renderPage('/studio/money')
  await user.type(await screen.findByLabelText('Legal name'), 'Mara Berg')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  expect(await screen.findByText('Please enter both a name and an address.')).toBeTruthy()
  await user.type(screen.getByLabelText('Address'), 'Main Street 1')
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  const sent = () =>
    asked.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body))
  await waitFor(() =>
    expect(sent()).toEqual([{ party: { name: 'Mara Berg', address: 'Main Street 1' } }]),
  )
  await user.clear(screen.getByLabelText('Legal name'))
  await user.clear(screen.getByLabelText('Address'))
  await user.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(sent()[1]).toEqual({ party: null }))
})

test('an account that lacks something says what, by when, and leads back to the form', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': () => ({ ...money, unpaid: 0, lines: [], payouts: [] }),
    'GET /payouts/account': () => ({
      ...account,
      state: 'restricted',
      missing: ['your date of birth'],
      missing_by: '2026-12-03T00:00:00.000Z',
    }),
  })
  renderPage('/studio/money')
  expect(await screen.findByText('your date of birth')).toBeTruthy()
  expect(screen.getByText('Still asked for by December 3, 2026:')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Finish payout account' })).toBeTruthy()
  expect(screen.getByText(/^Nothing waits\./)).toBeTruthy()
})

test('earlier payouts and further lines are shown when asked for', async () => {
  const day = (at: number) => `2026-11-${String(at).padStart(2, '0')}T00:00:00.000Z`
  const lines = Array.from({ length: 14 }, (_, at) => ({
    amount: 100 + at,
    reason: 'clearing',
    words: `Sale of day ${at}.`,
    date: day(at + 1),
  }))
  const earlier = { ...money.payouts[0], id: 'p0', reference: 'SEPA 16' }
  const asked = await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': ({ query }) =>
      query.get('cursor') === 'on'
        ? { ...money, lines, payouts: [earlier] }
        : { ...money, lines, next_cursor: 'on' },
    'GET /payouts/account': () => account,
    'GET /payouts/statements': () => ({ statements: [], next_cursor: null }),
  })
  const { user } = renderPage('/studio/money')
  expect(await screen.findByText('Sale of day 11.')).toBeTruthy()
  expect(screen.queryByText('Sale of day 12.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show 2 more, $2.25 in all' }))
  expect(screen.getByText('Sale of day 13.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show earlier payouts' }))
  expect(await screen.findByText('SEPA 16')).toBeTruthy()
  expect(screen.getByText('SEPA 17')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show earlier payouts' })).toBeNull()
  expect(asked.filter(({ path }) => path === '/payouts')).toHaveLength(2)
})

test('a creator chooses from which sum payouts begin', async () => {
  let minimum = 1_000
  const asked = await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': () => ({ ...money, minimum }),
    'GET /payouts/account': () => account,
    'GET /payouts/statements': () => ({ statements: [], next_cursor: null }),
    'PATCH /payouts/settings': ({ body }) => {
      minimum = (JSON.parse(body) as { minimum: number }).minimum
      return { minimum }
    },
  })
  const { user } = renderPage('/studio/money')
  const field = await screen.findByLabelText('Pay out from, in dollars')
  await user.clear(field)
  await user.type(field, '9.99')
  await user.click(screen.getByRole('button', { name: 'Save minimum' }))
  expect(screen.getByRole('alert').textContent).toBe('Between $10.00 and $1,000.00, please')
  await user.clear(field)
  await user.type(field, '250')
  await user.click(screen.getByRole('button', { name: 'Save minimum' }))
  expect(await screen.findByText(/from \$250\.00 of what has cleared/)).toBeTruthy()
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1))
})

test('a refused answer says why and can be asked for again', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /payouts': () => new Refusal(503),
    'GET /payouts/account': () => account,
    'GET /payouts/statements': () => ({ statements: [], next_cursor: null }),
  })
  renderPage('/studio/money')
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy()
})
