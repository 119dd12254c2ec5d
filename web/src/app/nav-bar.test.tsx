import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { Refusal, readEvents, sampleConfig, startApi } from '../../test/start-api.ts'
import { flushAnalytics } from '../lib/analytics.ts'
import { navigate, PlaceContext } from '../lib/router.tsx'
import { NavBar } from './nav-bar.tsx'
import { createQueryClient, Providers } from './providers.tsx'

const user = {
  id: 'u',
  email: 'ada@example.com',
  picture: null,
  username: 'ada',
  handle: 'ada',
  roles: ['user'],
  counts: { creations: 0, workflows: 0, unread_notices: 0 },
}

test('the mobile menu opens, closes on Escape and on a change of route, and sends an event for each', async () => {
  const asked = await startApi({})
  const { user: visitor } = renderPage('/terms')
  const toggle = await screen.findByRole('button', { name: 'Open menu' })
  const menu = document.getElementById('mobile-menu')
  expect(menu?.hidden).toBe(true)
  await visitor.click(toggle)
  expect(menu?.hidden).toBe(false)
  await visitor.keyboard('{Escape}')
  expect(menu?.hidden).toBe(true)
  expect(document.activeElement).toBe(toggle)
  await visitor.click(toggle)
  await visitor.click(await within(menu as HTMLElement).findByRole('link', { name: 'Discover' }))
  expect(menu?.hidden).toBe(true)
  await vi.waitFor(() => {
    flushAnalytics()
    const events = readEvents(asked).filter(({ event }) => event === 'mobile_menu_toggled')
    expect(events.map(({ properties }) => properties.open)).toEqual([true, false, true, false])
  })
})

test('the mobile menu, opened while the next page loads, stays open when the page appears', async () => {
  await startApi({})
  history.replaceState(null, '', '/terms')
  const barAt = (path: string) => (
    <Providers client={createQueryClient()}>
      <PlaceContext value={{ path, search: '', id: '' }}>
        <NavBar />
      </PlaceContext>
    </Providers>
  )
  const { rerender } = render(barAt('/terms'))
  const menu = document.getElementById('mobile-menu') as HTMLElement
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  act(() => navigate('/workflows'))
  expect(menu.hidden).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  rerender(barAt('/workflows'))
  expect(menu.hidden).toBe(false)
  history.back()
  await waitFor(() => expect(menu.hidden).toBe(true))
})

test('the mobile menu leads a guest to what this browser has made and bought', async () => {
  await startApi({ 'GET /auth/me': () => new Refusal(401) })
  const { user: visitor } = renderPage('/profile?tab=creations')
  const toggle = await screen.findByRole('button', { name: 'Open menu' })
  await visitor.click(toggle)
  const menu = within(await screen.findByRole('navigation', { name: 'Mobile' }))
  const own = await menu.findByRole('link', { name: 'Your creations' })
  expect(own.getAttribute('aria-current')).toBe('page')
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Home',
    'Discover',
    'What people made',
    'Your creations',
    'Your collections',
    'Your purchases',
  ])
  // The path stays the same, so that no change of route closes the menu.
  await visitor.click(menu.getByRole('link', { name: 'Your purchases' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your purchases' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeTruthy()
})

test('the mobile menu searches the recipes', async () => {
  await startApi({})
  const { user: visitor } = renderPage('/terms')
  await visitor.click(await screen.findByRole('button', { name: 'Open menu' }))
  const menu = within(await screen.findByRole('navigation', { name: 'Mobile' }))
  const words = await menu.findByRole('searchbox', { name: 'Search recipes' })
  expect(words.getAttribute('name')).toBe('q')
  expect(words.closest('form')?.getAttribute('action')).toBe('/workflows')
})

test('the mobile menu is asked for when its button is pressed, before it opens', async () => {
  await startApi({})
  const { user: visitor } = renderPage('/terms')
  const toggle = await screen.findByRole('button', { name: 'Open menu' })
  const menu = document.getElementById('mobile-menu') as HTMLElement
  expect(menu.childElementCount).toBe(0)
  await visitor.pointer({ keys: '[MouseLeft>]', target: toggle })
  expect(await within(menu).findByRole('link', { name: 'Home', hidden: true })).toBeTruthy()
  expect(menu.hidden).toBe(true)
})

test('the link of the current path is marked', async () => {
  await startApi({})
  renderPage('/workflows')
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  expect(within(nav).getByRole('link', { name: 'Discover' }).getAttribute('aria-current')).toBe(
    'page',
  )
  expect(within(nav).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull()
})

test('a guest whom this browser knows finds own creations in the bar', async () => {
  await startApi({
    'GET /auth/me': () => new Refusal(401),
    'GET /users/me/proof': () => ({ proof: null }),
  })
  document.cookie = `csrf_token=1.anon_${'a'.repeat(24)}.signed; Path=/`
  onTestFinished(() => {
    document.cookie = 'csrf_token=; Path=/; Max-Age=0'
  })
  renderPage('/terms')
  const own = await screen.findByRole('link', { name: 'Your creations' })
  expect(own.getAttribute('href')).toBe('/profile?tab=creations')
})

test('the studio is linked for the signed-in alone', async () => {
  await startApi({ 'GET /auth/me': () => user })
  const { unmount } = renderPage('/terms')
  const nav = await screen.findByRole('navigation', { name: 'Main' })
  const studio = await within(nav).findByRole('link', { name: 'Studio' })
  expect(studio.getAttribute('href')).toBe('/studio')
  unmount()
  await startApi({ 'GET /auth/me': () => new Refusal(401) })
  renderPage('/terms')
  await screen.findAllByRole('button', { name: 'Continue with Google' })
  expect(screen.queryByRole('link', { name: 'Studio' })).toBeNull()
})

test.each([
  ['the first letter of the e-mail', user, 'A'],
  ['U by default', { ...user, email: null }, 'U'],
])('a signed-in user’s avatar shows %s', async (_, me, letter) => {
  await startApi({ 'GET /auth/me': () => me })
  const { user: visitor } = renderPage('/terms')
  const avatar = await screen.findByRole('link', { name: 'Your profile' })
  expect(avatar.textContent).toBe(letter)
  expect(avatar.getAttribute('href')).toBe('/profile')
  await visitor.click(screen.getByRole('button', { name: 'Open menu' }))
  const large = await screen.findByRole('link', { name: /Go to Profile/ })
  expect(large.textContent).toBe(`${letter}Go to Profile`)
})

test('a sign-in that cannot be started shows an alert', async () => {
  await startApi({ 'GET /auth/google/start': () => new Refusal(503) })
  const told = vi.fn()
  vi.stubGlobal('alert', told)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { user: visitor } = renderPage('/terms')
  const [button] = await screen.findAllByRole('button', { name: 'Continue with Google' })
  await visitor.click(button as HTMLElement)
  await waitFor(() =>
    expect(told).toHaveBeenCalledWith('Failed to start Google sign-in. Please try again.'),
  )
  expect(logged).toHaveBeenCalled()
  vi.unstubAllGlobals()
  logged.mockRestore()
})

test('the sign-in button works again after the back button returns from the provider', async () => {
  await startApi({ 'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }) })
  const gone = vi.spyOn(location, 'assign').mockReturnValue()
  const { user: visitor } = renderPage('/terms')
  const [button] = await screen.findAllByRole('button', { name: 'Continue with Google' })
  await visitor.click(button as HTMLElement)
  await waitFor(() => expect(gone).toHaveBeenCalled())
  expect(button?.hasAttribute('disabled')).toBe(true)
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await waitFor(() => expect(button?.hasAttribute('disabled')).toBe(false))
  gone.mockRestore()
})

test('the sign-in button has the server’s text', async () => {
  await startApi({
    'GET /config': () => sampleConfig({ sign_in_label: 'Continue with your account' }),
  })
  const { user: visitor } = renderPage('/terms')
  await visitor.click(await screen.findByRole('button', { name: 'Open menu' }))
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Continue with your account' })).toHaveLength(2),
  )
  expect(screen.queryByText('Continue with Google')).toBeNull()
})

test('without a sign-in on the server, no button offers one', async () => {
  const asked = await startApi({ 'GET /config': () => sampleConfig({ sign_in: 'none' }) })
  renderPage('/terms')
  await waitFor(() => expect(asked.some(({ path }) => path === '/config')).toBe(true))
  await waitFor(() => expect(screen.queryByText('Continue with Google')).toBeNull())
})

test('a user whose session ended elsewhere is told so, and can sign in again', async () => {
  let signedIn = true
  const asked = await startApi({
    'GET /auth/me': () => (signedIn ? user : new Refusal(401)),
    'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }),
  })
  const gone = vi.spyOn(location, 'assign').mockReturnValue()
  const { user: visitor } = renderPage('/terms')
  await screen.findByRole('link', { name: 'Your profile' })
  signedIn = false
  document.cookie = 'csrf_token=another; Path=/'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('You were signed out')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Your profile' })).toBeNull()
  // The bar has such a button too, where Google is not set up.
  const buttons = screen.getAllByRole('button', { name: 'Sign in' })
  await visitor.click(buttons.find((one) => one.dataset['action']) as HTMLElement)
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.test/o'))
  expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(2)
  gone.mockRestore()
})

test('an unknown URL shows the not-found page', async () => {
  await startApi({})
  renderPage('/nope')
  expect(await screen.findByText(/Page not found/)).toBeTruthy()
})

test('a screen that throws shows a fault and leaves the shell in place', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const id = '018f0000-0000-7000-8000-000000000001'
  await startApi({ [`GET /creations/${id}`]: () => ({ id, workflow: {} }) })
  renderPage(`/creations/${id}`)
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Workflows' })).toBeTruthy()
  quiet.mockRestore()
})
