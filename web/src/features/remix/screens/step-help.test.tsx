import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { makeInput, makeWorkflow } from '../test-support/fake-ports.ts'

const draw = [{ id: 'draw', function_type: 'text_to_image' }]

function serve(workflow: object, words: () => object) {
  return startApi({
    'GET /workflows/w1': () => makeWorkflow({ steps: draw, ...workflow }),
    'GET /users/me/jobs': () => ({ jobs: [] }),
    'GET /payment/open': () => ({
      payment: null,
      session_id: null,
      user_inputs: null,
      public: false,
    }),
    'POST /workflows/w1/words': words,
  })
}

const words = () => ({
  inputs: { subject: { drawn: ['fox', 'snow'], missing: ['zeppelin'] } },
  refused: [],
})

test('the words that will be drawn stand under a text’s field; the review of a priced recipe names the words that will not', async () => {
  const asked = await serve({ price: 300 }, words)
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Subject'), 'A fox in snow, a zeppelin')
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(
      'Will draw:fox, snow. Cannot draw yet:zeppelin. ',
    ),
  )
  const calls = asked.filter(({ path }) => path.endsWith('/words'))
  // The words are asked for once typing has paused, and not for each letter.
  expect(calls).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  expect(await screen.findByText(/cannot draw “zeppelin” yet/)).toBeTruthy()
})

test('words that are read while a pointer is down appear after its release, so that the pressed button stays where it is', async () => {
  const read = Promise.withResolvers<void>()
  const asked = await serve({ price: 300 }, () => read.promise.then(words))
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Subject'), 'A fox in snow')
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('heading', { level: 1 }) })
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/words'))).toBe(true))
  read.resolve()
  // The page has read the words once it has an answer that was asked for later.
  await (await fetch('/api/v1/users/me/jobs')).text()
  expect(screen.queryByText('Will draw:')).toBeNull()
  await user.pointer('[/MouseLeft]')
  expect(await screen.findByText('Will draw:')).toBeTruthy()
})

test('where the words cannot be read, nothing is said', async () => {
  await serve({ price: 300 }, () => new Refusal(503, 'unavailable'))
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Subject'), 'A fox')
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  await screen.findByRole('heading', { name: 'Your Inputs' })
  expect(screen.queryByText(/draw/)).toBeNull()
})

test('words that a run would refuse are not offered for later', async () => {
  const refused = [{ path: 'user_inputs.subject', message: 'not allowed here' }]
  await serve({ price: 300 }, () => ({ ...words(), refused }))
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Subject'), 'A rude zeppelin')
  await user.click(screen.getByRole('button', { name: 'Review & Complete' }))
  // The answer has come once the review shows it.
  await screen.findByText(/cannot draw “zeppelin” yet/)
  await user.click(screen.getByRole('button', { name: 'Edit Subject' }))
  await screen.findByLabelText('Subject')
  expect(screen.queryByText(/^zeppelin/)).toBeNull()
})

test('what a run would refuse is told at its field, which holds the step until the words change', async () => {
  const message = 'We cannot letter 東京 yet.'
  const isRefused = (inputs: unknown) => JSON.stringify(inputs).includes('東京')
  await startApi({
    'GET /workflows/w1': () => makeWorkflow({ steps: draw }),
    'GET /users/me/jobs': () => ({ jobs: [] }),
    'GET /payment/open': () => ({
      payment: null,
      session_id: null,
      user_inputs: null,
      public: false,
    }),
    'POST /workflows/w1/words': ({ body }) => ({
      inputs: {},
      refused: isRefused(body) ? [{ path: 'user_inputs.subject', message }] : [],
    }),
  })
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Subject')
  await user.type(field, '東京')
  expect(await screen.findByText(message)).toBeTruthy()
  const go = screen.getByRole('button', { name: 'Review & Complete' })
  await user.click(go)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Your Inputs' })).toBeNull()
  await user.clear(field)
  await user.type(field, 'Tokyo')
  expect(screen.queryByText(message)).toBeNull()
  await user.click(go)
  expect(await screen.findByRole('heading', { name: 'Your Inputs' })).toBeTruthy()
})

test('a tapped idea fills the field, and a surprise leads to the review', async () => {
  const inputs = [makeInput({ ideas: ['a fox', 'a hen'] })]
  await serve({ inputs }, words)
  renderPage('/workflows/w1/remix')
  const user = userEvent.setup()
  const idea = await screen.findByRole('button', { name: 'a fox' })
  await user.click(idea)
  expect((screen.getByLabelText('Subject') as HTMLInputElement).value).toBe('a fox')
  expect(idea.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Surprise me' }))
  expect(await screen.findByText('a hen')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Your Inputs' })).toBeTruthy()
})
