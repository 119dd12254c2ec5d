import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { CreationView } from '@vignette/contract/creations.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, sampleConfig, startApi } from '../../../test/start-api.ts'
import { id, owned, serve, view } from './test-support/serve-creation.ts'

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
  refunded: 0,
  disputed: 0,
  lost: 0,
  creator_share: 210,
  platform_share: 90,
  creator_share_percent: 70,
  tax: 0,
  tax_name: 'tax',
  refunds: [],
  test_mode: false,
}
const open = {
  state: 'open',
  until: '2026-12-04T23:59:59.999Z',
  withdrawn_at: null,
  words: 'You can withdraw from this contract until December 4, 2026, without giving a reason.',
  paper: null,
}
const withdrawn = {
  ...open,
  state: 'withdrawn',
  withdrawn_at: '2026-11-21T06:01:00.000Z',
  words: 'You withdrew from this contract on November 21, 2026 at 6:01:00 AM UTC.',
  paper: { file_name: 'withdrawal.txt', text: 'Confirmation' },
}

test('the holder of a receipt’s link withdraws with two presses, and sees that it arrived', async () => {
  let withdrawal = open
  const asked = await startApi({
    'POST /receipts': () => ({
      receipt: { ...receipt, withdrawal },
      creation_id: null,
      claim: null,
    }),
    'POST /receipts/withdrawal': () => {
      withdrawal = withdrawn as never
      return withdrawn
    },
    'POST /receipts/case': () => ({ case: null, why_not: null, until: null }),
  })
  const { user } = renderPage('/receipt#a-token')
  await user.click(await screen.findByRole('button', { name: 'Withdraw from contract here' }))
  await user.type(screen.getByLabelText(/^Your name/), 'Ana Ruiz')
  await user.type(screen.getByLabelText('E-mail for the confirmation'), 'nowhere')
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  await user.type(screen.getByLabelText('E-mail for the confirmation'), '@example.com')
  await user.click(screen.getByRole('button', { name: 'Confirm withdrawal' }))
  expect(await screen.findByText(withdrawn.words)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Withdraw from contract here' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Save the confirmation' })).toBeTruthy()
  const sent = asked.filter(({ path }) => path === '/receipts/withdrawal')
  expect(sent.map(({ body }) => JSON.parse(body) as object)).toEqual([
    { token: 'a-token', name: 'Ana Ruiz', email: 'nowhere@example.com' },
  ])
})

const proof = {
  expires_at: '2026-11-03T14:05:00Z',
  draws: 1,
  draws_left: 0,
  price: 300,
  beside: [{ id, media: null }],
  drawing: false,
  whole: null,
} satisfies CreationView['proof']

test('a proof is kept for good by two ticks, whose confirmation is saved before the file opens', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  // The rise of the whole file out of a blur is the browser's.
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  onTestFinished(() => {
    saved.mockRestore()
    media.mockRestore()
  })
  const asked = await serve(
    { ...owned, proof },
    {
      'GET /config': () => sampleConfig({ consumer_law: 'eu' }),
      [`GET /creations/${id}/receipt`]: () => ({ receipt, creation_id: id }),
      [`POST /payment/${receipt.id}/waiver`]: () => ({
        file_name: 'confirmation.txt',
        text: 'Confirmation',
        by_letter: false,
      }),
      [`POST /creations/${id}/keep`]: () => view({ ...owned, proof: null }),
    },
  )
  const { user } = renderPage(`/creations/${id}`)
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
  for (const box of boxes) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Keep it · $3.00' }))
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
  const writes = asked.filter(
    ({ method, path }) => method === 'POST' && !path.includes('analytics'),
  )
  expect(writes.map(({ path }) => path)).toEqual([
    `/payment/${receipt.id}/waiver`,
    `/creations/${id}/keep`,
  ])
  expect(JSON.parse(writes[0]?.body ?? '')).toMatchObject({
    waiver: { begin_now: true, right_lost: true },
  })
  expect(saved).toHaveBeenCalledOnce()
})

test.each([
  ['shows the boxes to who pays by a link', null],
  ['shows what the program’s buyer declared in their place', ['I want it now.', 'I know it.']],
])('%s', async (_, declared) => {
  const sent = await startApi({
    'GET /config': () => sampleConfig({ consumer_law: 'eu' }),
    'POST /payment/link': () => ({
      workflow: { id: 'w', name: 'A fair', creator_handle: 'mara', media: null },
      amount: 300,
      rows: null,
      currency: 'usd',
      license: 'personal',
      inputs: [],
      files: 0,
      proof: false,
      declared,
      public: false,
      state: 'open',
      expires_at: '2026-12-02T10:00:00Z',
      test_mode: true,
    }),
    'POST /payment/link/pay': () =>
      new Refusal(409, { error: 'Nothing can be paid', code: 'payment_state' }),
  })
  renderPage('/pay#token')
  const press = await screen.findByRole('button', { name: /Pay \$3\.00 Securely/ })
  expect(screen.queryAllByRole('checkbox')).toHaveLength(declared ? 0 : 2)
  expect(screen.queryByText(/“I want it now.” “I know it.”/) === null).toBe(declared === null)
  fireEvent.click(press)
  await screen.findByText(/Nothing can be paid/)
  const bodies = sent.filter(({ path }) => path === '/payment/link/pay')
  expect(bodies.map(({ body }) => JSON.parse(body) as object)).toEqual([{ token: 'token' }])
})
