import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, sampleConfig, startApi } from '../../../test/start-api.ts'

const receipt = {
  id: '0190a000-0000-7000-8000-000000000001',
  state: 'captured',
  amount: 300,
  currency: 'usd',
  workflow_id: 'w1',
  workflow_version: 1,
  created_at: '2026-11-20T06:00:00.000Z',
  expires_at: null,
  next: '',
  workflow_name: 'Portrait',
  license: 'personal',
  authorized_at: '2026-11-20T06:00:00.000Z',
  captured_at: '2026-11-20T06:01:00.000Z',
  refunded: 100,
  disputed: 0,
  lost: 0,
  creator_share: 140,
  platform_share: 60,
  creator_share_percent: 70,
  tax: 0,
  tax_name: 'tax',
  refunds: [],
  test_mode: false,
}
const invoice = {
  number: 'VI-2026-11-000001',
  issued_at: '2026-11-20T06:01:00.000Z',
  amount: 300,
  currency: 'usd',
  buyer: null,
  sealed: false,
  url: '/api/v1/invoices/a-token',
  credit_notes: [
    {
      number: 'VC-2026-11-000001',
      issued_at: '2026-11-21T06:01:00.000Z',
      amount: 100,
      corrects: null,
      url: '/api/v1/invoices/another-token',
    },
    {
      number: 'VC-2026-11-000002',
      issued_at: '2026-11-22T06:01:00.000Z',
      amount: 100,
      corrects: 'VC-2026-11-000001',
      url: '/api/v1/invoices/a-third-token',
    },
  ],
}
const receipts = () => ({ receipt, creation_id: null, claim: null })

test('the holder of a receipt enters a name, and opens invoice and credit note', async () => {
  const asked = await startApi({
    'GET /config': () => sampleConfig({ invoices: true }),
    'POST /receipts': receipts,
    'POST /receipts/invoice': ({ body }) => ({
      ...invoice,
      buyer: (JSON.parse(body) as { buyer?: object }).buyer ?? null,
    }),
  })
  const { user } = renderPage('/receipt#a-token')
  await user.click(await screen.findByRole('button', { name: 'Get an invoice' }))
  await user.type(await screen.findByLabelText('Name or firm'), 'Ada Lovelace')
  await user.type(screen.getByLabelText('Address'), '1 Long Lane')
  await user.click(screen.getByRole('button', { name: 'Save for the invoice' }))
  expect(await screen.findByText(/Ada Lovelace\s1 Long Lane/)).toBeTruthy()
  const bodies = asked.filter(({ path }) => path === '/receipts/invoice').map(({ body }) => body)
  expect(bodies.map((body) => JSON.parse(body) as object)).toEqual([
    { token: 'a-token' },
    { token: 'a-token', buyer: { name: 'Ada Lovelace', address: '1 Long Lane' } },
  ])
  const open = screen.getByRole('link', { name: 'Open the invoice of November 20, 2026' })
  expect(open.getAttribute('href')).toBe('/api/v1/invoices/a-token')
  expect(screen.getByRole('link', { name: 'Open the credit note of $1.00' })).toBeTruthy()
  const correction = 'Open the correction that takes back VC-2026-11-000001'
  expect(screen.getByRole('link', { name: correction })).toBeTruthy()
})

test('an opened invoice asks for no name', async () => {
  await startApi({
    'GET /config': () => sampleConfig({ invoices: true }),
    'POST /receipts': receipts,
    'POST /receipts/invoice': () => ({ ...invoice, sealed: true, credit_notes: [] }),
  })
  const { user } = renderPage('/receipt#a-token')
  await user.click(await screen.findByRole('button', { name: 'Get an invoice' }))
  expect(await screen.findByRole('link', { name: /^Open the invoice/ })).toBeTruthy()
  expect(screen.queryByLabelText('Name or firm')).toBeNull()
})

test('a refused invoice says why', async () => {
  await startApi({
    'GET /config': () => sampleConfig({ invoices: true }),
    'POST /receipts': receipts,
    'POST /receipts/invoice': () => new Refusal(404, { error: 'There is no invoice.' }),
  })
  const { user } = renderPage('/receipt#a-token')
  await user.click(await screen.findByRole('button', { name: 'Get an invoice' }))
  expect(await screen.findByText('There is no invoice.')).toBeTruthy()
})

test('without the operator’s address there is no invoice', async () => {
  await startApi({ 'POST /receipts': receipts })
  renderPage('/receipt#a-token')
  expect(await screen.findByRole('heading', { name: 'Receipt' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Get an invoice' })).toBeNull())
})
