import { screen, waitFor } from '@testing-library/react'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleMedia, sampleWorkflow } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'

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

const DRAWN = 'data:image/webp;base64,UklGRg=='

beforeEach(() => sessionStorage.clear())

async function openWizard(preview: () => unknown) {
  await startApi({
    [`GET /workflows/${id}`]: () =>
      sampleWorkflow(1, { name: 'Riso', inputs: [input], preview: true, sample: sampleMedia() }),
    [`POST /workflows/${id}/preview`]: preview,
    'GET /payment/open': () => ({ payment: null }),
    'GET /users/me/jobs': () => ({ jobs: [] }),
  })
  const { user } = renderPage(`/workflows/${id}/remix`)
  const town = await screen.findByLabelText('Which town?')
  expect(screen.getByText('A sample')).toBeTruthy()
  await user.type(town, 'Hastings')
}

const sample = () => screen.queryByRole('img', { name: 'Sample of Riso' })

test('while the preview is drawn no other picture stands in its place', async () => {
  const drawn = Promise.withResolvers<object>()
  await openWizard(() => drawn.promise)
  expect(await screen.findByText('Your preview is being drawn…')).toBeTruthy()
  expect(sample()).toBeNull()
  drawn.resolve({ picture: DRAWN })
  const own = await screen.findByRole('img', { name: 'A preview of what your answers make' })
  expect(own.getAttribute('src')).toBe(DRAWN)
})

test('a busy server is asked again, and what it cannot draw leaves the sample', async () => {
  let asked = 0
  await openWizard(() => {
    asked += 1
    return new Refusal(asked === 1 ? 503 : 400, {
      error: 'No.',
      code: asked === 1 ? 'overloaded' : 'validation_failed',
    })
  })
  await waitFor(() => expect(asked).toBe(2), { timeout: 10_000 })
  expect(await screen.findByText('A sample')).toBeTruthy()
  expect(sample()).toBeTruthy()
})
