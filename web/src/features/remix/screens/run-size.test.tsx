import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { makeWorkflow } from '../test-support/fake-ports.ts'

const output_size = { width: 4096, height: 4096, up_to: true }

/** To the review, with the inputs given. */
async function review(size: () => object) {
  const asked = await startApi({
    'GET /workflows/w1': () => makeWorkflow({ output_size }),
    'GET /users/me/jobs': () => ({ jobs: [] }),
    'POST /workflows/w1/output-size': size,
  })
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Subject'), 'A fox')
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  return asked
}

test('the review tells the size that the given picture leads to', async () => {
  const asked = await review(() => ({ output_size: { width: 2800, height: 2000 } }))
  expect(
    await screen.findByText('PNG, 2800 × 2000 px, prints to 24 × 17 cm at 300 dpi'),
  ).toBeTruthy()
  const { body } = asked.find(({ path }) => path.endsWith('/output-size')) ?? {}
  expect(JSON.parse(body ?? '')).toEqual({ user_inputs: { subject: 'A fox' } })
})

test('without an answer the review shows the recipe’s limit', async () => {
  await review(() => new Refusal(503))
  expect(await screen.findByText(/^PNG, up to 4096 px on the longer side/)).toBeTruthy()
})
