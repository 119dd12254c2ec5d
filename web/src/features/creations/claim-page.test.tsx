import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

test('only the button of a letter’s link takes the creation, and then opens it', async () => {
  const asked = await startApi({
    'POST /creations/claim': () => ({ creation_id: sampleId(3) }),
  })
  const { user } = renderPage('/claim#a-token')
  const button = await screen.findByRole('button', { name: 'Open the creation here' })
  expect(asked.some(({ path }) => path === '/creations/claim')).toBe(false)
  await user.click(button)
  await waitFor(() => expect(location.pathname).toBe(`/creations/${sampleId(3)}`))
  const body = asked.find(({ path }) => path === '/creations/claim')?.body ?? ''
  expect(JSON.parse(body)).toEqual({ token: 'a-token' })
})

test('a link that was used before says so', async () => {
  await startApi({
    'POST /creations/claim': () => new Refusal(404, { error: 'This link was used before.' }),
  })
  const { user } = renderPage('/claim#a-token')
  await user.click(await screen.findByRole('button', { name: 'Open the creation here' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This link was used before.')
})

test('a receipt’s link that is too old says so', async () => {
  await startApi({ 'POST /receipts': () => new Refusal(404, { error: 'Older than 180 days.' }) })
  renderPage('/receipt#a-token')
  expect(await screen.findByText('Older than 180 days.')).toBeTruthy()
})
