import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal } from '../../../test/start-api.ts'
import { serve } from './test-support/serve-profile.ts'

afterEach(() => vi.restoreAllMocks())

const leaving = {
  currency: 'usd',
  test_mode: false,
  unpaid: 0,
  lines: [],
  outcome: 'nothing',
  words: ['No money of yours waits here, and you owe none.'],
}

const leave = () => vi.spyOn(location, 'assign').mockImplementation(() => undefined)

describe('access to the profile', () => {
  test('a signed-out visitor is sent to /auth/callback and then to /, which says why and offers to sign in', async () => {
    const asked = await serve({
      'GET /auth/me': () => new Refusal(401),
      'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }),
    })
    const gone = leave()
    const { user } = renderPage('/profile')
    await waitFor(() => expect(location.pathname).toBe('/'))
    // The app asks at its start, and the callback asks again.
    expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(2)
    const why = await screen.findByText('Your profile opens once you are signed in')
    const toast = why.closest('li') as HTMLElement
    await user.click(within(toast).getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.test/o'))
    expect(sessionStorage.getItem('sign_in_return')).toBe('/profile')
  })

  test.each([
    [{ picture: null, email: 'zoe@example.test' }, 'Z'],
    [{ picture: null, email: null }, 'U'],
  ])('the avatar of %j is %s', async (user, letter) => {
    await serve({}, user)
    renderPage('/profile')
    const heading = await screen.findByRole('heading', { level: 1, name: 'ada' })
    expect(within(heading.closest('header') as HTMLElement).getByText(letter)).toBeTruthy()
  })

  test('the avatar shows the picture if there is one', async () => {
    await serve({}, { picture: '/media/me.png' })
    renderPage('/profile')
    const heading = await screen.findByRole('heading', { level: 1, name: 'ada' })
    expect(heading.closest('header')?.querySelector('img')?.getAttribute('src')).toBe(
      '/media/me.png',
    )
  })
})

test.each([
  ['admin', 'Admin'],
  ['moderator', 'Console'],
  ['finance', 'Console'],
] as const)('the profile links to the console as %s, and else not', async (role, name) => {
  await serve({}, { roles: ['user', role] })
  const { unmount } = renderPage('/profile')
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe('/admin')
  unmount()
  await serve({}, { roles: ['user'] })
  renderPage('/profile')
  await screen.findByRole('heading', { level: 1, name: 'ada' })
  expect(screen.queryByRole('link', { name })).toBeNull()
})

describe('signing out', () => {
  test('Logout ends the session, then loads / as a new document', async () => {
    const asked = await serve()
    const gone = leave()
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
    expect(asked.some(({ path }) => path === '/auth/logout')).toBe(true)
  })

  test('a failed logout shows an alert and stays on the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await serve({ 'POST /auth/logout': () => new Refusal(500, { error: 'Not just now' }) })
    const gone = leave()
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    expect(await screen.findByText('Not just now')).toBeTruthy()
    expect(gone).not.toHaveBeenCalled()
  })

  test('Sign out everywhere ends every session', async () => {
    const asked = await serve({ 'POST /auth/logout-everywhere': () => ({ ok: true }) })
    const gone = leave()
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
    expect(asked.some(({ path }) => path === '/auth/logout-everywhere')).toBe(true)
  })
})

describe('the username', () => {
  async function type(text: string, answer?: Answerer) {
    const asked = await serve({ 'PUT /users': answer ?? (() => sampleUser({ username: text })) })
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Edit username' }))
    const field = await screen.findByLabelText('Username')
    await user.clear(field)
    await user.type(field, text)
    await user.click(screen.getByRole('button', { name: 'Save username' }))
    return asked
  }

  test('is sent in lower case', async () => {
    const asked = await type('Ada.Two')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toBe('{"username":"ada.two"}'),
    )
  })

  test('is edited behind a button, which saving and Cancel close', async () => {
    await serve({ 'PUT /users': () => sampleUser({ username: 'ada.two' }) })
    const { user } = renderPage('/profile')
    const edit = await screen.findByRole('button', { name: 'Edit username' })
    expect(screen.queryByLabelText('Username')).toBeNull()
    await user.click(edit)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByLabelText('Username')).toBeNull()
    expect(document.activeElement).toBe(edit)
    await user.click(edit)
    await user.type(screen.getByLabelText('Username'), '.two')
    await user.click(screen.getByRole('button', { name: 'Save username' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'ada.two' })).toBeTruthy()
    expect(screen.queryByLabelText('Username')).toBeNull()
  })

  test('is checked before sending', async () => {
    const asked = await type('no spaces!')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Username must be lowercase, 1–64 chars, and may include . _ -.',
    )
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  })

  test.each([
    [409, 'This username is already taken. Please choose another.'],
    [500, 'Failed to update username. Please try again.'],
  ])('a %d answer shows %s', async (status, text) => {
    await type('taken', () => new Refusal(status, { error: 'no' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

describe('the account', () => {
  const session = {
    id: sampleId(51),
    kind: 'browser',
    label: 'Safari on iPhone',
    current: false,
    created_at: '2026-11-01T00:00:00Z',
    last_seen_at: '2026-11-20T00:00:00Z',
    expires_at: '2026-12-20T00:00:00Z',
  }

  test('shows sessions and can end one', async () => {
    let sessions = [{ ...session, id: sampleId(50), label: 'Chrome', current: true }, session]
    await serve({
      'GET /users/me/sessions': () => ({ sessions }),
      [`DELETE /users/me/sessions/${session.id}`]: () => {
        sessions = sessions.slice(0, 1)
        return { ok: true }
      },
    })
    const { user } = renderPage('/profile?tab=account')
    expect(await screen.findByText('This browser')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'End session Safari on iPhone' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })

  const token = {
    id: sampleId(52),
    label: 'script',
    scopes: ['run', 'workflows:read'],
    origins: [],
    created_at: '2026-11-01T00:00:00Z',
    expires_at: '2027-01-30T00:00:00Z',
    last_used_at: null,
    last_address: null,
  }

  test('gets a token with the chosen scopes, shown once', async () => {
    const asked = await serve({ 'POST /users/me/tokens': () => ({ ...token, token: 'secret' }) })
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('Please name the token')).toBeTruthy()
    await user.type(screen.getByLabelText('Name of the token'), 'script')
    await user.click(screen.getByLabelText(/^Read your sales/))
    await user.click(screen.getByLabelText(/^Remix recipes/))
    await user.selectOptions(screen.getByLabelText('For how long'), '30 days')
    expect(screen.queryByLabelText(/^Your own site/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('secret')).toBeTruthy()
    expect(
      JSON.parse(
        String(
          asked.find(({ method, path }) => method === 'POST' && path === '/users/me/tokens')?.body,
        ),
      ),
    ).toEqual({
      label: 'script',
      days: 30,
      scopes: ['workflows:read', 'sales:read'],
      origins: [],
    })
  })

  test('gets a token that may lead buyers back to a site of its own', async () => {
    const asked = await serve({ 'POST /users/me/tokens': () => ({ ...token, token: 'secret' }) })
    const { user } = renderPage('/profile?tab=account')
    await user.type(await screen.findByLabelText('Name of the token'), 'script')
    const field = screen.getByLabelText('Your own site (optional)')
    await user.type(field, 'https://a.example/path')
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText(/^Please write the address without a path/)).toBeTruthy()
    await user.clear(field)
    const sites = 'https://a.example, http://localhost:3000'
    await user.type(field, sites)
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('secret')).toBeTruthy()
    const made = asked.find(({ method, path }) => method === 'POST' && path === '/users/me/tokens')
    expect(JSON.parse(String(made?.body))).toMatchObject({
      origins: ['https://a.example', 'http://localhost:3000'],
    })
  })

  test('asks what a token may do where nothing is chosen', async () => {
    const asked = await serve()
    const { user } = renderPage('/profile?tab=account')
    await user.type(await screen.findByLabelText('Name of the token'), 'script')
    await user.click(screen.getByLabelText(/^Remix recipes/))
    await user.click(screen.getByLabelText(/^Read recipes/))
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('Please choose what it may do')).toBeTruthy()
    const made = asked.filter(({ method, path }) => `${method} ${path}` === 'POST /users/me/tokens')
    expect(made).toEqual([])
  })

  test('shows tokens with their last use, and revokes one', async () => {
    const used = { last_used_at: '2026-11-20T12:00:00Z', last_address: '192.0.2.7' }
    let items = [token, { ...token, ...used, id: sampleId(53), label: 'old', scopes: null }]
    await serve({
      'GET /users/me/tokens': () => ({ items, next_cursor: null }),
      [`DELETE /users/me/tokens/${sampleId(53)}`]: () => {
        items = items.slice(0, 1)
        return { ok: true }
      },
    })
    const { user } = renderPage('/profile?tab=account')
    expect(await screen.findByText('Remix, read recipes')).toBeTruthy()
    expect(screen.getByText(/^Not used yet, ends January 30, 2027/)).toBeTruthy()
    expect(screen.getByText(/^Last used November 20, 2026 from 192\.0\.2\.7/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Revoke token old' }))
    await waitFor(() => expect(screen.queryByText('old')).toBeNull())
  })

  test('is deleted only after the confirmation words are typed', async () => {
    const asked = await serve({
      'DELETE /users/me': () => ({ ok: true, left: null }),
      'GET /payouts/leaving': () => leaving,
    })
    const gone = leave()
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    const button = await screen.findByRole('button', { name: 'Delete account for good' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText(/to confirm/), 'delete my account')
    await user.click(button)
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('names the money that is not paid yet before the deletion, and leads to the money after it', async () => {
    const link = 'http://localhost/leaving#token'
    await serve({
      'DELETE /users/me': () => ({ ok: true, left: { words: [], link } }),
      'GET /payouts/leaving': () => ({
        ...leaving,
        unpaid: 910,
        lines: [
          { amount: 910, reason: 'clearing', words: 'Sales clear after 7 days.', date: null },
        ],
        outcome: 'kept',
        words: ['$9.10 is not paid yet, and no payout account can receive it.'],
      }),
    })
    const gone = leave()
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    expect(await screen.findByText(/^\$9.10 is not paid yet/)).toBeTruthy()
    expect(screen.getByText('Sales clear after 7 days.').closest('li')?.textContent).toContain(
      '$9.10',
    )
    await user.type(screen.getByLabelText(/to confirm/), 'delete my account')
    await user.click(screen.getByRole('button', { name: 'Delete account for good' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith(link))
  })

  test('can be deleted, and says that money stays, while the balance cannot be loaded', async () => {
    await serve({ 'GET /payouts/leaving': () => new Refusal(500) })
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Delete account…' }))
    expect(
      await screen.findByText(/^Your balance could not be loaded.*stays yours after the deletion/),
    ).toBeTruthy()
    expect(screen.getByLabelText(/to confirm/)).toBeTruthy()
  })

  test.each([['account', 'Export as zip', 'GET /users/me/export', 'vignette-data.zip']])(
    '%s: %s saves %s as %s',
    async (tab, name, route, file) => {
      await serve({ [route]: () => 'bytes' })
      const names: string[] = []
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
        this: HTMLAnchorElement,
      ) {
        names.push(this.download)
      })
      const { user } = renderPage(`/profile?tab=${tab}`)
      await user.click(await screen.findByRole('button', { name }))
      await waitFor(() => expect(names).toEqual([file]))
    },
  )
})
