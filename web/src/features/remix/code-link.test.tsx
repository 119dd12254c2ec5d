import { screen, waitFor } from '@testing-library/react'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleWorkflow } from '../../../test/samples.ts'
import { type Asked, Refusal, startApi } from '../../../test/start-api.ts'

const id = sampleId(1)
const input = {
  key: 'town',
  type: 'text',
  step_type: 'text_input',
  name: 'town',
  display_name: 'Which town?',
  description: '',
  value: null,
  required: true,
  image_size: null,
  options: [],
  max_length: null,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
} satisfies WorkflowInput
const WHY = 'Code MARA15: 15% off the full price of $3.00.'
const NONE = 'There is no code MARA15 for this recipe.'

beforeEach(() => sessionStorage.clear())

function serve(price: () => unknown, over = {}) {
  return startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { inputs: [input], ...over }),
    [`POST /workflows/${id}/price`]: price,
    'GET /payment/config': () => ({ publishable_key: 'pk_test_1', test_mode: true }),
    'GET /payment/open': () => ({ payment: null }),
    'GET /users/me/jobs': () => ({ jobs: [] }),
  })
}

const holds = () => ({ code: 'MARA15', full_price: 300, price: 255, why: WHY })
const looksUp = (asked: Asked[]) => asked.filter(({ path }) => path.endsWith('/price'))

/** Both prices, as they are read. */
async function findPrices(least: number) {
  await waitFor(() => expect(screen.getAllByText('$2.55').length).toBeGreaterThanOrEqual(least))
  const struck = screen.getAllByText('$3.00')
  expect(struck.every(({ tagName }) => tagName === 'S')).toBe(true)
}

test('a code’s link tells one price from the recipe’s page to the paywall', async () => {
  const asked = await serve(holds)
  const { user } = renderPage(`/workflows/${id}?code=mara15`)
  expect(await screen.findByText(WHY)).toBeTruthy()
  await findPrices(1)
  await user.click(screen.getByRole('link', { name: 'Start Remix' }))
  await user.type(await screen.findByLabelText('Which town?'), 'Hastings')
  await findPrices(1)
  expect(screen.getByText(WHY)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  await findPrices(3)
  expect(screen.getAllByText(WHY)).toHaveLength(1)
  expect(screen.getByText('$1.79')).toBeTruthy()
  await user.click(screen.getByLabelText(/I accept the/))
  await user.click(screen.getByRole('button', { name: 'Complete' }))
  expect(await screen.findByRole('button', { name: 'Pay $2.55 Securely' })).toBeTruthy()
  await findPrices(1)
  expect(screen.getByText('Your card is authorised for $2.55, not charged.')).toBeTruthy()
  expect(looksUp(asked).every(({ body }) => body === '{"code":"MARA15"}')).toBe(true)
  await user.click(await screen.findByRole('button', { name: 'Remove code' }))
  expect(screen.getByRole('button', { name: 'Pay $3.00 Securely' })).toBeTruthy()
  expect(sessionStorage.getItem(`code:${id}`)).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Code'))
})

test('a code that does not hold says so at once, and the next page says no more of it', async () => {
  await serve(() => new Refusal(409, { error: NONE, code: 'payment_state' }))
  const { user } = renderPage(`/workflows/${id}?code=MARA15`)
  expect(await screen.findByText(NONE)).toBeTruthy()
  expect(screen.getByText('$3.00').tagName).not.toBe('S')
  await user.click(screen.getByRole('link', { name: 'Start Remix' }))
  await screen.findByLabelText('Which town?')
  expect(screen.queryByText(NONE)).toBeNull()
})

test('the wizard of a link with a code that does not hold says so, and its checkout takes another', async () => {
  await serve(() => new Refusal(409, { error: NONE, code: 'payment_state' }))
  const { user } = renderPage(`/workflows/${id}/remix?code=MARA15`)
  expect(await screen.findByText(NONE)).toBeTruthy()
  await user.type(await screen.findByLabelText('Which town?'), 'Hastings')
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  await user.click(screen.getByLabelText(/I accept the/))
  await user.click(screen.getByRole('button', { name: 'Complete' }))
  await user.click(await screen.findByRole('button', { name: 'I have a code' }))
  expect(screen.getByLabelText('Code')).toHaveProperty('value', 'MARA15')
  expect(screen.getByRole('button', { name: 'Pay $3.00 Securely' })).toBeTruthy()
})

test('a code is kept over an answer that did not come', async () => {
  await serve(() => new Refusal(503, { error: 'Down for a moment' }))
  sessionStorage.setItem(`code:${id}`, 'MARA15')
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Down for a moment')).toBeTruthy()
  expect(sessionStorage.getItem(`code:${id}`)).toBe('MARA15')
})

test.each([
  ['free', { price: 0 }],
  ['one’s own', { is_owner: true }],
  ['paused', { paused: true, not_for_sale: 'Its creator has paused this recipe.' }],
])('no code is looked up for a recipe that is %s', async (_, over) => {
  const asked = await serve(holds, over)
  renderPage(`/workflows/${id}?code=MARA15`)
  await screen.findByRole('heading', { name: 'Recipe 1' })
  await waitFor(() => expect(asked.some(({ path }) => path.includes('creations'))).toBe(true))
  expect(looksUp(asked)).toEqual([])
})
