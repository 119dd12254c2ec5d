import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'
import { saveInputs } from '../saved-inputs.ts'
import { makeJob, makeWorkflow } from '../test-support/fake-ports.ts'

/** The page of a run that a reload has found again. */
async function watchRun(routes: Record<string, Answerer> = {}) {
  const job = { ...makeJob('RUNNING'), user_inputs: { subject: 'a fox' } }
  const asked = await startApi({
    'GET /workflows/w1': () => makeWorkflow(),
    'GET /users/me/jobs': () => ({ jobs: [job] }),
    'GET /jobs/j1': () => job,
    ...routes,
  })
  const { user } = renderPage('/workflows/w1/remix')
  await screen.findByRole('heading', { name: 'Creating Your Masterpiece' })
  return { user, asked }
}

test('an address that the payment was given is not asked for again', async () => {
  const saved = { inputs: { subject: 'a fox' }, public: false, madeFrom: null }
  saveInputs('w1', { ...saved, email: 'fan@example.com' })
  await watchRun()
  const line = await screen.findByText(/^We write to/)
  expect(line.textContent).toBe(
    'We write to fan@example.com. On this machine letters stay at /dev/inbox.',
  )
  expect(screen.queryByLabelText('Send me a link when it is ready')).toBeNull()
})

test('without an address the run offers to leave one', async () => {
  await watchRun()
  expect(await screen.findByLabelText('Send me a link when it is ready')).toBeTruthy()
})

test('a refused address says why, and the next one is taken', async () => {
  const answers = [new Refusal(422, { error: 'No letter reaches this address.' }), { ok: true }]
  const { user, asked } = await watchRun({ 'POST /jobs/j1/address': () => answers.shift() })
  const field = await screen.findByLabelText('Send me a link when it is ready')
  await user.type(field, 'fan@nowhere.example')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByText('No letter reaches this address.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'fan@example.com')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(
    await screen.findByText(/^A link goes to fan@example.com when the remix ends/),
  ).toBeTruthy()
  const sent = asked.filter(({ path }) => path === '/jobs/j1/address')
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { email: 'fan@nowhere.example' },
    { email: 'fan@example.com' },
  ])
})
