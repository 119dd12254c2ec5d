import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { sampleCreation, sampleId } from '../../test/samples.ts'
import { startApi } from '../../test/start-api.ts'

const said = (news: string) => screen.findByText(news, { selector: '[role="status"]' })

test('the browser announces the first page; each further page is announced and gets the focus', async () => {
  await startApi({})
  const { user } = renderPage('/terms')
  await screen.findByRole('article')
  expect(screen.queryByText('Terms — Vignette', { selector: '[role="status"]' })).toBeNull()
  expect(document.activeElement).toBe(document.body)
  await user.click(screen.getByRole('link', { name: 'Privacy' }))
  expect(await said('Privacy — Vignette')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a creation that a remix has made is announced as ready', async () => {
  const creation = {
    ...sampleCreation(1),
    workflow_version: 1,
    workflow: {
      id: sampleId(1),
      name: 'Oil portrait',
      creator_handle: 'mara',
      price: 0,
      license: 'personal',
      steps: 1,
      inputs: 1,
      generation_time: 1000,
      available: true,
      varies: true,
      asks: [],
    },
    user_inputs: {},
    share_inputs: false,
    user_id: 'somebody',
    is_owner: false,
    proof: null,
    secret_link: null,
  }
  await startApi({ [`GET /creations/${creation.id}`]: () => creation })
  const { navigate } = renderPage('/terms')
  await screen.findByRole('article')
  await act(async () => navigate(`/creations/${creation.id}`, { news: 'ready' }))
  expect(await said('Your Creation is Ready!')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Oil portrait — Vignette'))
})
