import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { startApi } from '../../../../test/start-api.ts'
import { saveInputs } from '../saved-inputs.ts'
import { makeJob, makeWorkflow } from '../test-support/fake-ports.ts'

/** The page of a run that a reload has found again. */
async function watchRun() {
  const job = { ...makeJob('RUNNING'), user_inputs: { subject: 'a fox' } }
  await startApi({
    'GET /workflows/w1': () => makeWorkflow(),
    'GET /users/me/jobs': () => ({ jobs: [job] }),
    'GET /jobs/j1': () => job,
  })
  renderPage('/workflows/w1/remix')
  await screen.findByRole('heading', { name: 'Creating Your Masterpiece' })
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
