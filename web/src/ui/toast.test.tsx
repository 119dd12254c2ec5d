import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { startApi } from '../../test/start-api.ts'
import { toastError } from './toast.tsx'

afterEach(() => {
  vi.doUnmock('sonner')
  vi.unstubAllGlobals()
})

test('a first toast whose code cannot be loaded is shown by alert(), and the page stays', async () => {
  await startApi({})
  const told = vi.fn()
  vi.stubGlobal('alert', told)
  vi.doMock('sonner', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  renderPage('/terms')
  await screen.findByRole('article')
  toastError('The export failed. Please try again.')
  await waitFor(() => expect(told).toHaveBeenCalledWith('The export failed. Please try again.'))
  expect(screen.getByRole('article')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
})
