import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../../../test/render-page.tsx'
import { sampleUser } from '../../../../../test/samples.ts'
import { startApi } from '../../../../../test/start-api.ts'

test('a recipe can be written in a plain field if the editor cannot be loaded', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => quiet.mockRestore())
  vi.doMock('@codemirror/lang-json', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [] }),
  })
  const { user } = renderPage('/workflows/create')
  await waitFor(() => expect(quiet).toHaveBeenCalled())
  const field = await screen.findByRole('textbox', { name: 'Recipe JSON' })
  expect((field as HTMLTextAreaElement).value).toContain('Quiet landscapes')
  await user.clear(field)
  await user.type(field, '{{"name": 1}')
  await user.click(screen.getByRole('button', { name: 'Format JSON' }))
  expect((field as HTMLTextAreaElement).value).toBe('{\n  "name": 1\n}')
})
