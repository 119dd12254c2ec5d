import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { sampleUser } from '../../test/samples.ts'
import { startApi } from '../../test/start-api.ts'

const single = { mode: 'single' } as const

test('a shop of one seller invites nobody to become a creator', async () => {
  await startApi({ 'GET /auth/me': () => sampleUser() })
  renderPage('/', single)
  const bar = await screen.findByRole('banner')
  await within(bar).findByRole('link', { name: 'Your profile' })
  expect(within(bar).queryByRole('link', { name: 'Studio' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Become a Creator' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'For creators' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Create a recipe' })).toBeNull()
})

test.each(['/studio', '/studio/recipes/new', '/workflows/create'])(
  '%s of a shop of one seller is for its own people alone',
  async (path) => {
    await startApi({ 'GET /auth/me': () => sampleUser() })
    renderPage(path, single)
    expect(await screen.findByRole('heading', { name: 'Nothing in this frame.' })).toBeTruthy()
  },
)

test('whom the seller approved finds the studio', async () => {
  await startApi({ 'GET /auth/me': () => sampleUser({ roles: ['user', 'approved_creator'] }) })
  renderPage('/terms', single)
  const bar = await screen.findByRole('banner')
  await waitFor(() => expect(within(bar).getByRole('link', { name: 'Studio' })).toBeTruthy())
  expect(screen.getByRole('link', { name: 'Create a recipe' })).toBeTruthy()
})
