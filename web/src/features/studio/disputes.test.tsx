import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const dispute: DisputeView = {
  id: 'du_1',
  payment_id: sampleId(1),
  recipe: 'Harbour',
  workflow_id: sampleId(2),
  amount: 300,
  share: 210,
  state: 'opened',
  phase: 'needs_response',
  reason: 'The buyer’s bank says that the buyer did not make this payment.',
  standing: 'The bank waits for our evidence until December 3, 2026.',
  balance: '$2.10 of $3.00 is yours and is set aside until the bank decides.',
  opened_at: '2026-11-20T00:00:00.000Z',
  closed_at: null,
  due_by: '2026-12-03T00:00:00.000Z',
  note_until: '2026-12-02T00:00:00.000Z',
  no_note: null,
  note: null,
  evidence: ['The receipt', 'The log of the delivery'],
  sent_at: null,
  test_mode: false,
  bank_page: null,
}
const page = { disputes: [dispute], warnings: [], next_cursor: null }

function serve(more: Record<string, Answerer>) {
  return startApi({ 'GET /auth/me': () => sampleUser(), ...more })
}

test('a dispute shows the bank’s words, the date and the meaning, and saves a note', async () => {
  let note: DisputeView['note'] = null
  const asked = await serve({
    'GET /disputes': () => ({ ...page, disputes: [{ ...dispute, note }] }),
    'PUT /disputes/du_1/note': () => {
      note = { text: 'It is the harbour.', file: null, written_at: '2026-11-21T00:00:00.000Z' }
      return { ...dispute, note }
    },
  })
  renderPage('/studio/sales/disputes')
  const item = within(await screen.findByRole('article', { name: '$3.00 for “Harbour”' }))
  expect(item.getByText('Needs answer')).toBeTruthy()
  expect(item.getByText(dispute.reason)).toBeTruthy()
  expect(item.getByText(dispute.balance)).toBeTruthy()
  expect(item.getByText('December 2, 2026')).toBeTruthy()
  await userEvent.type(item.getByLabelText('Your note to the bank'), 'It is the harbour.')
  await userEvent.click(item.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved')).toBeTruthy()
  const saved = asked.find(({ method }) => method === 'PUT')
  expect(JSON.parse(saved?.body ?? '')).toEqual({ text: 'It is the harbour.' })
})

test('a note that comes too late shows the refusal', async () => {
  await serve({
    'GET /disputes': () => page,
    'PUT /disputes/du_1/note': () =>
      new Refusal(409, { error: 'This dispute has ended.', code: 'payment_state' }),
  })
  renderPage('/studio/sales/disputes')
  await userEvent.type(await screen.findByLabelText('Your note to the bank'), 'Late.')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('This dispute has ended.')).toBeTruthy()
})

test('a file that is too large is refused before it is sent', async () => {
  let sent = 0
  await serve({
    'GET /disputes': () => page,
    'PUT /disputes/du_1/note': () => {
      sent++
      return dispute
    },
  })
  renderPage('/studio/sales/disputes')
  const large = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'a.png', {
    type: 'image/png',
  })
  await userEvent.upload(await screen.findByLabelText(/^One picture/), large)
  expect(await screen.findByText('The file is larger than 2 MB.')).toBeTruthy()
  expect(sent).toBe(0)
})

test('a warning offers a refund, which is told', async () => {
  const warning = {
    payment_id: sampleId(3),
    recipe: 'Harbour',
    amount: 300,
    share: 210,
    warned_at: '2026-11-20T00:00:00.000Z',
    test_mode: false,
  }
  let warnings = [warning]
  await serve({
    'GET /disputes': () => ({ disputes: [], warnings, next_cursor: null }),
    [`POST /disputes/warnings/${sampleId(3)}/refund`]: () => {
      warnings = []
      return { amount: 300 }
    },
  })
  renderPage('/studio/sales/disputes')
  await userEvent.click(await screen.findByRole('button', { name: 'Refund $3.00 for “Harbour”' }))
  expect(await screen.findByText('$3.00 is refunded')).toBeTruthy()
  expect(await screen.findByText('No disputes')).toBeTruthy()
})

test('disputes that cannot be loaded can be tried again', async () => {
  let fails = true
  await serve({ 'GET /disputes': () => (fails ? new Refusal(500) : page) })
  renderPage('/studio/sales/disputes')
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByRole('article')).toBeTruthy()
})
