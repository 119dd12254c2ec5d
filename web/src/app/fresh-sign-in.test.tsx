import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { listAnswer, sampleUser } from '../../test/samples.ts'
import { Refusal, startApi } from '../../test/start-api.ts'

const STALE = new Refusal(403, {
  error: 'Please sign in again: this needs a sign-in of the last 10 minutes.',
  code: 'fresh_sign_in_required',
})
const ADMIN = {
  'GET /auth/me': () => sampleUser({ roles: ['user', 'admin'] }),
  'GET /workflows': () => listAnswer(0),
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('a screen whose sign-in is too old offers to sign in again, and asks for a fresh sign-in', async () => {
  const asked = await startApi({
    ...ADMIN,
    'GET /admin/audit': () => STALE,
    'GET /auth/google/start': () => ({ redirect_url: 'http://issuer.example/authorize' }),
  })
  const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const { user } = renderPage('/admin/audit')
  expect(await screen.findByText('Sign in again to go on')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('http://issuer.example/authorize'))
  const started = asked.find(({ path }) => path === '/auth/google/start')
  expect(started?.query.get('fresh')).toBe('true')
  expect(sessionStorage.getItem('sign_in_return')).toBe(location.pathname + location.search)
})

test('a visitor who declines sees which content could not be loaded', async () => {
  await startApi({ ...ADMIN, 'GET /admin/audit': () => STALE })
  const { user } = renderPage('/admin/audit')
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText('Sign in again to go on')).toBeNull())
  expect(await screen.findByText('Failed to load the audit log')).toBeTruthy()
})

test.each([
  ['', '/admin/reports'],
  ['?error=sign_in_failed', '/admin/reports'],
])('the return%s leads once to the page that asked for the sign-in', async (query, path) => {
  await startApi({ ...ADMIN, 'GET /admin/reports': () => ({ reports: [], total: 0 }) })
  sessionStorage.setItem('sign_in_return', '/admin/reports?status=open')
  renderPage(`/auth/callback${query}`)
  await waitFor(() => expect(location.pathname).toBe(path))
  expect(location.search).toBe('?status=open')
  expect(sessionStorage.getItem('sign_in_return')).toBeNull()
})
