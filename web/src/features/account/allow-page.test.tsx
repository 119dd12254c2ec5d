import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const REQUEST = {
  client_name: 'A robot',
  returns_to: '127.0.0.1:7777',
  on_this_computer: true,
  scopes: ['run', 'workflows:read'],
  days: 30,
}

async function open(answer: Answerer, request: Answerer = () => REQUEST) {
  const asked = await startApi({
    'GET /auth/me': () => sampleUser({ username: 'mira' }),
    'GET /assistants/requests/r1': request,
    'POST /assistants/requests/r1': answer,
  })
  const { user } = renderPage('/assistants/allow/r1')
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { press, sent }
}

test.each([
  ['Allow', true],
  ['Do not allow', false],
])('%s is sent, and leads back to the program', async (name, allow) => {
  const { press, sent } = await open(() => ({ url: '/terms#back' }))
  await press(name)
  await waitFor(() => expect(location.hash).toBe('#back'))
  expect(sent().map((body) => JSON.parse(body))).toEqual([{ allow }])
})

test('says who asks, for whom, for what and where the answer goes', async () => {
  await open(() => ({ url: '/' }))
  expect(await screen.findByText('A robot')).toBeTruthy()
  const page = document.body.textContent
  for (const words of ['mira', '127.0.0.1:7777, a program on this computer', '30 days']) {
    expect(page).toContain(words)
  }
})

test('an answer that was not taken says so, and is sent again', async () => {
  let refused = 0
  const { press, sent } = await open(() => {
    refused += 1
    return refused === 1
      ? new Refusal(403, { error: 'You have 20 access tokens.', code: 'forbidden' })
      : { url: '/terms#back' }
  })
  await press('Allow')
  expect((await screen.findByRole('alert')).textContent).toContain('You have 20 access tokens.')
  await press('Allow')
  await waitFor(() => expect(location.hash).toBe('#back'))
  expect(sent()).toHaveLength(2)
})

test('a request that has ended offers no button that answers', async () => {
  const gone = 'This request has ended, or began in another browser.'
  await open(
    () => ({ url: '/' }),
    () => new Refusal(404, { error: gone, code: 'not_found' }),
  )
  expect(await screen.findByText(gone)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})
