import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, startApi } from '../../../test/start-api.ts'

const left = {
  currency: 'usd',
  test_mode: false,
  unpaid: 1_400,
  lines: [
    {
      amount: 1_400,
      reason: 'account_missing',
      words: 'Add a payout account to be paid.',
      date: null,
    },
  ],
  account: {
    state: 'none',
    missing: [],
    missing_by: null,
    country: null,
    bank_last4: null,
    reason: null,
    usable_from: null,
    vendor: 'stripe',
  },
  may_open: true,
  next_run: '2026-11-27T06:00:00.000Z',
  until: '2027-11-22T00:00:00.000Z',
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('the link shows the kept sum and its date, and leads to the vendor’s form with the needed address', async () => {
  const gone = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const asked = await startApi({
    'POST /payouts/left': () => left,
    'POST /payouts/left/account': () => ({
      url: 'https://vendor.example/form',
      expires_at: '2026-11-22T00:05:00.000Z',
    }),
  })
  const { user } = renderPage('/leaving?#the.token')
  expect(await screen.findByRole('heading', { level: 1, name: 'Money you left here' })).toBeTruthy()
  expect(await screen.findByText(/it works until November 22, 2027/)).toBeTruthy()
  expect(screen.getAllByText('$14.00')).toHaveLength(2)
  await user.type(screen.getByLabelText(/^E-mail address/), 'ada@example.com')
  await user.click(screen.getByRole('button', { name: 'Add payout account' }))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://vendor.example/form'))
  const opened = asked.find(({ path }) => path.endsWith('/left/account'))
  expect(JSON.parse(opened?.body ?? '{}')).toEqual({
    token: 'the.token',
    country: 'US',
    email: 'ada@example.com',
  })
})

test('the return from the vendor’s form finds the money again without the link', async () => {
  sessionStorage.setItem('left_money', 'the.token')
  const asked = await startApi({
    'POST /payouts/left': () => ({
      ...left,
      may_open: false,
      account: { ...left.account, state: 'ready', bank_last4: '6789' },
    }),
  })
  renderPage('/leaving')
  expect(await screen.findByText('Bank account ending in 6789')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /payout account/ })).toBeNull()
  expect(asked.some(({ body }) => body.includes('the.token'))).toBe(true)
})

test.each([
  ['no token', '', 'Open the whole link that you were given.'],
  ['a token that is too old', '#old', 'This link is not whole, or older than a year.'],
])('with %s the page says what to do', async (_, hash, words) => {
  await startApi({
    'POST /payouts/left': () =>
      new Refusal(404, { error: 'This link is not whole, or older than a year.' }),
  })
  renderPage(`/leaving?${hash}`)
  expect(await screen.findByText(words)).toBeTruthy()
})
