import { screen, within } from '@testing-library/react'
import type { CaseView } from '@vignette/contract/cases.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, startApi } from '../../../test/start-api.ts'

const receipt: ReceiptView = {
  id: 'payment-1',
  state: 'captured',
  amount: 300,
  currency: 'usd',
  workflow_id: 'workflow-1',
  workflow_version: 2,
  created_at: '2026-11-02T10:00:00Z',
  expires_at: null,
  next: '',
  workflow_name: 'Oil portrait',
  license: 'personal',
  seller: 'Old Shop Ltd',
  authorized_at: '2026-11-02T10:00:00Z',
  captured_at: '2026-11-02T10:01:00Z',
  ended_at: null,
  reference: null,
  refunded: 0,
  disputed: 0,
  lost: 0,
  tax: 0,
  tax_name: 'tax',
  refunds: [],
  creator_share: 210,
  platform_share: 90,
  creator_share_percent: 70,
  test_mode: true,
}

const view: CaseView = {
  id: 'case-1',
  payment_id: 'payment-1',
  side: 'buyer',
  state: 'open',
  reason: 'broken',
  text: 'Half of it is grey.',
  workflow_id: 'workflow-1',
  workflow_name: 'Oil portrait',
  workflow_version: 2,
  currency: 'usd',
  test_mode: true,
  amount: 300,
  refunded: 0,
  words: 'The creator may answer until November 5, 2026. After that we decide.',
  waits_for: 'creator',
  created_at: '2026-11-02T11:00:00Z',
  answer_by: '2026-11-05T11:00:00Z',
  answer: null,
  answered_at: null,
  operator_since: null,
  granted: null,
  decision: null,
  decided_by: null,
  decided_at: null,
  shared: true,
  creation_id: 'creation-1',
  creation: null,
  may: { answer: false, grant: false, refuse: false, withdraw: true },
}

const opens = { receipt, creation_id: 'creation-1', claim: null }
const may = { case: null, why_not: null, until: '2126-11-16T10:01:00Z' }

/** The page of a letter's link, which shows the receipt with its case. */
async function openReceipt(answers: Parameters<typeof startApi>[0]) {
  const asked = await startApi({ 'POST /receipts': () => opens, ...answers })
  const { user } = renderPage('/receipt?#token')
  await screen.findByRole('heading', { name: 'Receipt' })
  return { asked, user }
}

test('a buyer says what is wrong, with a reason, words and consent', async () => {
  let opened = false
  const { asked, user } = await openReceipt({
    'POST /receipts/case': () => (opened ? { ...may, case: view } : may),
    'POST /receipts/case/open': () => {
      opened = true
      return view
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Something is wrong' }))
  const dialog = await screen.findByRole('dialog', { name: 'Something is wrong' })
  await user.click(within(dialog).getByRole('button', { name: 'Send' }))
  expect(within(dialog).getByText('Please choose one')).toBeTruthy()
  expect(within(dialog).getByText('Please say what is wrong')).toBeTruthy()
  await user.click(within(dialog).getByLabelText('It is broken'))
  await user.type(within(dialog).getByLabelText('In your words'), 'Half of it is grey.')
  await user.click(within(dialog).getByLabelText(/Let the creator and us see/))
  await user.click(within(dialog).getByRole('button', { name: 'Send' }))
  const region = await screen.findByRole('region', { name: 'Something is wrong' })
  expect(region.textContent).toContain('The creator may answer until November 5, 2026.')
  const call = asked.find(({ path }) => path === '/receipts/case/open')
  expect(JSON.parse(call?.body ?? '')).toEqual({
    token: 'token',
    reason: 'broken',
    text: 'Half of it is grey.',
    share: true,
  })
})

test('a refused complaint stays in the dialog with its reason', async () => {
  const { user } = await openReceipt({
    'POST /receipts/case': () => may,
    'POST /receipts/case/open': () =>
      new Refusal(409, { error: 'Your bank decides.', code: 'payment_state' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Something is wrong' }))
  const dialog = await screen.findByRole('dialog', { name: 'Something is wrong' })
  await user.click(within(dialog).getByLabelText('I was charged twice'))
  await user.type(within(dialog).getByLabelText('In your words'), 'Twice.')
  await user.click(within(dialog).getByRole('button', { name: 'Send' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Your bank decides.')
})

test('after fourteen days the receipt says so and offers no button', async () => {
  await openReceipt({
    'POST /receipts/case': () => ({
      case: null,
      why_not: 'This could be said until November 16, 2025, 14 days after the charge.',
      until: '2025-11-16T10:01:00Z',
    }),
  })
  expect(await screen.findByText(/This could be said until November 16, 2025/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Something is wrong' })).toBe(null)
})
