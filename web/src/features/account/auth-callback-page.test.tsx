import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { listAnswer, sampleUser } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

test('shows Authenticating..., then Discover', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /workflows': () => listAnswer(0),
  })
  renderPage('/auth/callback')
  expect(await screen.findByText('Authenticating...')).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe('/workflows'))
})

test('a sign-in that the server refused ends on / with an alert', async () => {
  const asked = await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /workflows': () => listAnswer(0),
  })
  renderPage('/auth/callback?error=sign_in_failed')
  expect(await screen.findByText('Sign-in failed. Please try again.')).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(1)
})

test('a failed sign-in ends on /', async () => {
  await startApi({
    'GET /auth/me': () => new Refusal(401, { error: 'Please sign in' }),
    'GET /workflows': () => listAnswer(0),
  })
  renderPage('/auth/callback')
  await waitFor(() => expect(location.pathname).toBe('/'))
})
