import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleSale } from '../../../test/sample-sale.ts'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const totals = { sales: 1, price: 300, refunded: 0, disputed: 0, share: 210 }
const answer = {
  currency: 'usd',
  test_mode: true,
  totals,
  sales: [sampleSale()],
  next_cursor: null,
}

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /sales': () => answer,
    'GET /users/me/earnings': () => ({
      recipes: [
        { workflow_id: sampleId(1), name: 'Riso poster', sales: 1, gross: 300, earned: 210 },
      ],
    }),
    ...more,
  })
}

test('a sale shows its share, its price and its way in words', async () => {
  await serve()
  const { user } = renderPage('/studio/sales')
  await user.click(await screen.findByText('Nov 20, 2026, 10:00 AM'))
  expect(
    screen.getByText('The buyer paid $3.00. The card fee of $0.39 is paid by the platform.'),
  ).toBeTruthy()
  expect(screen.getByText('Yours: $2.10, 70% of $3.00.')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toContain('This is test money')
  expect(screen.getByRole('link', { name: 'Sales' }).getAttribute('aria-current')).toBe('page')
})

test('filters are asked for and stand in the address', async () => {
  const asked = await serve()
  const { user } = renderPage('/studio/sales?state=refunded')
  await screen.findByText('Nov 20, 2026, 10:00 AM')
  await user.selectOptions(screen.getByLabelText('Recipe'), 'Riso poster')
  await waitFor(() => expect(location.search).toBe(`?recipe=${sampleId(1)}&state=refunded`))
  await waitFor(() => {
    const last = asked.findLast(({ path }) => path === '/sales')
    expect(last?.query.get('workflow_id')).toBe(sampleId(1))
    expect(last?.query.get('state')).toBe('refunded')
  })
})

test('a refund shows what it takes, sends one key however often it is tried, and says why it failed', async () => {
  let tries = 0
  const asked = await serve({
    [`POST /sales/${sampleId(2_000)}/refunds`]: () =>
      tries++ === 0
        ? new Refusal(409, { error: 'A bank is deciding.', code: 'payment_state' })
        : sampleSale({ refunded: 100 }),
  })
  const { user } = renderPage('/studio/sales')
  await user.click(await screen.findByText('Nov 20, 2026, 10:00 AM'))
  await user.click(screen.getByRole('button', { name: 'Refund…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund this sale?' }))
  await user.click(dialog.getByLabelText('A part'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '4')
  expect(dialog.getByText('Between $0.01 and $3.00.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Amount in dollars'))
  await user.type(dialog.getByLabelText('Amount in dollars'), '1.00')
  await user.selectOptions(dialog.getByLabelText('Reason'), 'The result is broken')
  await user.type(dialog.getByLabelText('Note to the buyer (optional)'), 'Sorry')
  expect(dialog.getByText(/The buyer gets \$1\.00 back: \$0\.70 from your balance/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Refund $1.00' }))
  expect(await dialog.findByText('A bank is deciding.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Refund $1.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/refunds'))
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual(
    sent.map(() => ({ amount: 100, reason: 'broken', note: 'Sorry' })),
  )
  expect(sent).toHaveLength(2)
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a sale that cannot be refunded says why; an empty list says which sales will stand here', async () => {
  const refund_refusal = 'A bank is deciding a dispute about this sale.'
  const shown = { ...answer, sales: [sampleSale({ refundable: 0, refund_refusal })] }
  await serve({ 'GET /sales': () => shown })
  const { user } = renderPage('/studio/sales')
  await user.click(await screen.findByText('Nov 20, 2026, 10:00 AM'))
  expect(screen.getByText(refund_refusal)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull()
})

test('an empty list and a failing one say so', async () => {
  let fails = true
  const empty = { ...answer, sales: [], totals: { ...totals, sales: 0, price: 0, share: 0 } }
  await serve({ 'GET /sales': () => (fails ? new Refusal(503) : empty) })
  const { user } = renderPage('/studio/sales')
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await user.click(again)
  expect(await screen.findByRole('heading', { name: 'No sales yet' })).toBeTruthy()
})
