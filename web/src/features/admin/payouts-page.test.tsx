import { screen, waitFor, within } from '@testing-library/react'
import type { PayoutHoldView, PayoutRunView, RunPayoutView } from '@vignette/contract/payouts.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const preview = {
  test_mode: true,
  vendor: 'manual',
  at: '2026-11-27T09:30:00.000Z',
  total: 3_200,
  balance: 5_000,
  short: 0,
  payouts: 2,
  creators: [
    {
      principal_id: sampleId(2),
      handle: 'ben',
      account: 'ready',
      available: 1_400,
      payable: 1_100,
      stays: [{ amount: 300, reason: 'held', words: 'Held back: a look at a sale.', date: null }],
    },
    {
      principal_id: sampleId(1),
      handle: 'ada',
      account: 'ready',
      available: 2_100,
      payable: 2_100,
      stays: [
        {
          amount: 700,
          reason: 'in_transit',
          words: 'This is on the way to your bank.',
          date: '2026-11-26T00:00:00.000Z',
        },
      ],
    },
    {
      principal_id: sampleId(3),
      handle: 'eve',
      account: 'none',
      available: 2_800,
      payable: 0,
      stays: [
        {
          amount: 2_800,
          reason: 'account_missing',
          words: 'Add a payout account to be paid.',
          date: null,
        },
      ],
    },
  ],
}
const run: PayoutRunView = {
  id: sampleId(50),
  due_at: '2026-11-27T06:00:00.000Z',
  by: 'schedule',
  started_at: '2026-11-27T06:00:01.000Z',
  ended_at: '2026-11-27T06:00:02.000Z',
  payouts: 1,
  total: 2_100,
}
const payout: RunPayoutView = {
  id: sampleId(60),
  state: 'in_transit',
  words: 'On the way',
  amount: 2_100,
  returned: 0,
  currency: 'usd',
  reason: null,
  reference: null,
  created_at: '2026-11-27T06:00:01.000Z',
  arrives_at: null,
  ended_at: null,
  principal_id: sampleId(1),
  handle: 'ada',
  vendor: 'manual',
}
const hold: PayoutHoldView = {
  id: sampleId(70),
  principal_id: sampleId(2),
  handle: 'ben',
  amount: 300,
  reason: 'A look at a sale.',
  set_by: 'admin',
  since: '2026-11-20T10:00:00.000Z',
  until: null,
}

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser({ roles: ['user', 'admin'] }),
    'GET /admin/payouts/preview': () => preview,
    'GET /admin/payouts/runs': () => ({ runs: [run], next_cursor: null }),
    [`GET /admin/payouts/runs/${run.id}`]: () => ({ run, payouts: [payout], next_cursor: null }),
    'GET /admin/payouts/holds': () => ({ holds: [hold], next_cursor: null }),
    ...more,
  })
}

const bodyOf = (asked: Awaited<ReturnType<typeof serve>>, path: string) =>
  JSON.parse(
    asked.find((call) => call.method === 'POST' && call.path === path)?.body ?? 'null',
  ) as unknown

test('a balance that is too small is told with the sum that it lacks', async () => {
  await serve({
    'GET /admin/payouts/preview': () => ({ ...preview, balance: 4_000, short: 1_050 }),
  })
  renderPage('/admin/payouts')
  expect(
    await screen.findByText(/^The balance at the payout vendor, \$40\.00, is short by \$10\.50/),
  ).toBeTruthy()
})

test('the preview names each creator with the sum, the account and why the rest stays', async () => {
  await serve()
  renderPage('/admin/payouts')
  expect(await screen.findByText('A run would now pay $32.00 to 2 creators.')).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)
  expect(names).toEqual(['@ada', '@ben', '@eve'])
  const ben = screen.getByRole('heading', { name: '@ben' }).closest('li')
  expect(ben?.textContent).toContain('Pays $11.00 of $14.00 cleared')
  expect(ben?.textContent).toContain('$3.00Held back: a look at a sale.')
  expect(screen.getByText('No payout account')).toBeTruthy()
  expect(screen.getByText('This is on the way to your bank. By November 26, 2026.')).toBeTruthy()
})

test('the operator confirms the sum and the count, and sees the run', async () => {
  const asked = await serve({
    'POST /admin/payouts/run': () => ({ run_id: run.id, total: 3_200, payouts: [payout, payout] }),
  })
  const { user } = renderPage('/admin/payouts')
  await user.click(await screen.findByRole('button', { name: 'Pay $32.00 now' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay $32.00 to 2 creators?' }))
  await user.click(dialog.getByRole('button', { name: 'Pay $32.00' }))
  expect(await screen.findByRole('heading', { name: /^Run of Nov 27, 2026/ })).toBeTruthy()
  expect(bodyOf(asked, '/admin/payouts/run')).toEqual({
    total: 3_200,
    payouts: 2,
    at: preview.at,
  })
})

test('a preview that has changed is refused in words, and shows the new sum', async () => {
  let now = preview
  await serve({
    'GET /admin/payouts/preview': () => now,
    'POST /admin/payouts/run': () => {
      now = { ...preview, total: 3_500 }
      return new Refusal(409, {
        error: 'The preview has changed: a run would now pay $35.00 in 2 payouts.',
        code: 'conflict',
      })
    },
  })
  const { user } = renderPage('/admin/payouts')
  await user.click(await screen.findByRole('button', { name: 'Pay $32.00 now' }))
  await user.click(await screen.findByRole('button', { name: 'Pay $32.00' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The preview has changed')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Pay $35.00 now' })).toBeTruthy()
})

test.each([
  ['Mark paid: @ada', 'Reference of the bank', 'SEPA 17', 'paid', { reference: 'SEPA 17' }],
  ['Mark failed: @ada', 'Reason', 'Account closed', 'failed', { reason: 'Account closed' }],
])('%s takes what the bank said', async (button, label, text, what, body) => {
  const asked = await serve({ [`POST /admin/payouts/${payout.id}/${what}`]: () => payout })
  const { user } = renderPage(`/admin/payouts?tab=runs&run=${run.id}`)
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: /^Mark/ }))
  expect(dialog.getByRole('alert')).toBeTruthy()
  await user.type(dialog.getByLabelText(label), text)
  await user.click(dialog.getByRole('button', { name: /^Mark/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(asked, `/admin/payouts/${payout.id}/${what}`)).toEqual(body)
})

test('a payout of a vendor is not marked by hand', async () => {
  const stripe = { ...payout, vendor: 'stripe' }
  await serve({
    [`GET /admin/payouts/runs/${run.id}`]: () => ({ run, payouts: [stripe], next_cursor: null }),
  })
  renderPage(`/admin/payouts?tab=runs&run=${run.id}`)
  expect(await screen.findByText('On the way')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull()
})

test('a hold of a part is set for a creator of the preview', async () => {
  const asked = await serve({ 'POST /admin/payouts/holds': () => ({ id: hold.id }) })
  const { user } = renderPage('/admin/payouts')
  await user.click(await screen.findByRole('button', { name: 'Hold money of @ben' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hold money of @ben?' }))
  await user.click(dialog.getByLabelText('An amount'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '3,00')
  await user.click(dialog.getByRole('button', { name: 'Set hold' }))
  expect(dialog.getAllByRole('alert').map((each) => each.textContent)).toEqual([
    'Please enter dollars, such as 12.50',
    'Please say why; the creator reads it',
  ])
  await user.clear(dialog.getByLabelText('Amount in dollars'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '3.00')
  await user.type(dialog.getByLabelText('Reason'), 'A look at a sale.')
  await user.click(dialog.getByRole('button', { name: 'Set hold' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodyOf(asked, '/admin/payouts/holds')).toEqual({
    principal_id: sampleId(2),
    reason: 'A look at a sale.',
    amount: 300,
  })
})

test('a hold is set for a creator who is named by the handle', async () => {
  const asked = await serve({ 'POST /admin/payouts/holds': () => ({ id: hold.id }) })
  const { user } = renderPage('/admin/payouts?tab=holds')
  await user.click(await screen.findByRole('button', { name: 'Set a hold' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set a hold' }))
  await user.type(dialog.getByLabelText('Reason'), 'A look at a sale.')
  await user.click(dialog.getByRole('button', { name: 'Set hold' }))
  expect(dialog.getByRole('alert').textContent).toBe('Please name a creator')
  await user.type(dialog.getByLabelText('Creator'), '@ada')
  await user.click(dialog.getByRole('button', { name: 'Set hold' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { principal_id: '@ada', reason: 'A look at a sale.' }
  expect(bodyOf(asked, '/admin/payouts/holds')).toEqual(body)
})

test('a hold shows its reason and is lifted', async () => {
  let holds = [hold]
  await serve({
    'GET /admin/payouts/holds': () => ({ holds, next_cursor: null }),
    [`DELETE /admin/payouts/holds/${hold.id}`]: () => {
      holds = []
      return { ok: true }
    },
  })
  const { user } = renderPage('/admin/payouts?tab=holds')
  expect(await screen.findByText('A look at a sale.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Lift the hold of @ben' }))
  await user.click(await screen.findByRole('button', { name: 'Lift' }))
  expect(await screen.findByText('Nothing is held')).toBeTruthy()
})

test('further runs are loaded when asked for', async () => {
  const second = { ...run, id: sampleId(51), by: 'operator', payouts: 0, total: 0 }
  await serve({
    'GET /admin/payouts/runs': ({ query }) =>
      query.get('cursor') === 'on'
        ? { runs: [second], next_cursor: null }
        : { runs: [run], next_cursor: 'on' },
  })
  const { user } = renderPage('/admin/payouts?tab=runs')
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Started by an operator')).toBeTruthy()
  expect(screen.getByText('Friday’s run')).toBeTruthy()
})
