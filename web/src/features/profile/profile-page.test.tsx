import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserView } from '@vignette/contract/identity.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import {
  listAnswer,
  sampleCreation,
  sampleId,
  sampleUser,
  sampleWorkflow,
} from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

afterEach(() => vi.restoreAllMocks())

const me = sampleId(7)
const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...sampleCreation(from + n),
    workflow_name: `Recipe ${from + n}`,
  }))

function serve(more: Record<string, Answerer> = {}, user: Partial<UserView> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(user),
    [`GET /users/${me}/creations`]: () => ({ items: [], nextOffset: null }),
    'GET /workflows': () => listAnswer(0),
    'GET /users/me/sessions': () => ({ sessions: [] }),
    'POST /auth/logout': () => ({ ok: true }),
    ...more,
  })
}

const leave = () => vi.spyOn(location, 'assign').mockImplementation(() => undefined)

describe('who may see it', () => {
  test('signed out: to /auth/callback and so to /', async () => {
    const asked = await serve({ 'GET /auth/me': () => new Refusal(401) })
    const { router } = renderPage('/profile')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    // Once at the start of the app and once by the callback.
    expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(2)
  })

  test.each([
    [{ picture: null, email: 'zoe@example.test' }, 'Z'],
    [{ picture: null, email: null }, 'U'],
  ])('the avatar of %j is %s', async (user, letter) => {
    await serve({}, user)
    renderPage('/profile')
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(within(heading.closest('header') as HTMLElement).getByText(letter)).toBeTruthy()
  })

  test('the avatar is the picture where there is one', async () => {
    await serve({}, { picture: '/media/me.png' })
    renderPage('/profile')
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.closest('header')?.querySelector('img')?.getAttribute('src')).toBe(
      '/media/me.png',
    )
  })
})

describe('leaving', () => {
  test('Logout ends the session, then loads / anew', async () => {
    const asked = await serve()
    const gone = leave()
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
    expect(asked.some(({ path }) => path === '/auth/logout')).toBe(true)
  })

  test('a failed logout says so and stays', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await serve({ 'POST /auth/logout': () => new Refusal(500, { error: 'Not just now' }) })
    const gone = leave()
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    expect(await screen.findByText('Not just now')).toBeTruthy()
    expect(gone).not.toHaveBeenCalled()
  })

  test('Sign out everywhere does so for every session', async () => {
    const asked = await serve({ 'POST /auth/logout-everywhere': () => ({ ok: true }) })
    const gone = leave()
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => expect(gone).toHaveBeenCalledWith('/'))
    expect(asked.some(({ path }) => path === '/auth/logout-everywhere')).toBe(true)
  })
})

describe('username', () => {
  async function type(text: string, answer?: Answerer) {
    const asked = await serve({ 'PUT /users': answer ?? (() => sampleUser({ username: text })) })
    const { user } = renderPage('/profile')
    const field = await screen.findByLabelText('Username')
    await user.clear(field)
    await user.type(field, text)
    await user.click(screen.getByRole('button', { name: 'Save username' }))
    return asked
  }

  test('is sent in lowercase', async () => {
    const asked = await type('Ada.Two')
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'PUT')?.body).toBe('{"username":"ada.two"}'),
    )
  })

  test('is checked before it is sent', async () => {
    const asked = await type('no spaces!')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Username must be lowercase, 1–64 chars, and may include . _ -.',
    )
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  })

  test.each([
    [409, 'This username is already taken. Please choose another.'],
    [500, 'Failed to update username. Please try again.'],
  ])('%d says %s', async (status, text) => {
    await type('taken', () => new Refusal(status, { error: 'no' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

describe('gallery', () => {
  test('empty: No creations yet', async () => {
    await serve()
    renderPage('/profile')
    expect(await screen.findByText('No creations yet')).toBeTruthy()
  })

  test('asks for 24, then goes on at nextOffset', async () => {
    vi.stubGlobal('IntersectionObserver', undefined)
    const asked = await serve({
      [`GET /users/${me}/creations`]: ({ query }) =>
        query.get('offset') === '0'
          ? { items: items(24), nextOffset: 24 }
          : { items: items(2, 24), nextOffset: null },
    })
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Load More Creations' }))
    await waitFor(() => expect(screen.getAllByText(/^Recipe \d+$/)).toHaveLength(26))
    const pages = asked.filter(
      ({ path, query }) => path.endsWith('/creations') && !query.has('deleted'),
    )
    expect(pages.map(({ query }) => [query.get('limit'), query.get('offset')])).toEqual([
      ['24', '0'],
      ['24', '24'],
    ])
    expect(screen.queryByRole('button', { name: 'Load More Creations' })).toBeNull()
    vi.unstubAllGlobals()
  })

  test('a failure says Failed to fetch user creations', async () => {
    await serve({ [`GET /users/${me}/creations`]: () => new Refusal(403, { error: 'No' }) })
    renderPage('/profile')
    expect(await screen.findByText('Failed to fetch user creations')).toBeTruthy()
  })
})

describe('account', () => {
  const session = {
    id: sampleId(51),
    kind: 'browser',
    label: 'Safari on iPhone',
    current: false,
    created_at: '2026-11-01T00:00:00Z',
    last_seen_at: '2026-11-20T00:00:00Z',
    expires_at: '2026-12-20T00:00:00Z',
  }

  test('lists sessions and ends one', async () => {
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

  test('makes a token and shows it once', async () => {
    await serve({ 'POST /users/me/tokens': () => ({ access_token: 'vgt_secret', session }) })
    const { user } = renderPage('/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Create token' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please name the token')
    await user.type(screen.getByLabelText('Name of the token'), 'script')
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('vgt_secret')).toBeTruthy()
  })

  test('is deleted only after the words were typed', async () => {
    const asked = await serve({ 'DELETE /users/me': () => ({ ok: true }) })
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

  test.each([
    ['account', 'Export as zip', 'GET /users/me/export', 'vignette-data.zip'],
    ['earnings', 'Export CSV', 'GET /users/me/earnings.csv', 'vignette-earnings.csv'],
  ])('%s: %s saves %s as %s', async (tab, name, route, file) => {
    await serve({ [route]: () => 'bytes', 'GET /users/me/earnings': () => earnings })
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const { user } = renderPage(`/profile?tab=${tab}`)
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(names).toEqual([file]))
  })
})

describe('what was deleted', () => {
  test('can be restored for a day', async () => {
    let deleted = items(1)
    const asked = await serve({
      [`GET /users/${me}/creations`]: ({ query }) =>
        query.has('deleted')
          ? { items: deleted, nextOffset: null }
          : { items: deleted.length ? [] : items(1), nextOffset: null },
      [`POST /creations/${sampleId(1000)}/restore`]: () => {
        deleted = []
        return {}
      },
    })
    const { user } = renderPage('/profile')
    await user.click(await screen.findByText('Recently deleted (1)'))
    await user.click(screen.getByRole('button', { name: 'Restore Recipe 0' }))
    expect(await screen.findByRole('list', { name: 'Your creations' })).toBeTruthy()
    expect(screen.queryByText(/Recently deleted/)).toBeNull()
    expect(asked.some(({ path }) => path.endsWith('/restore'))).toBe(true)
  })

  test('takes no place where there is nothing', async () => {
    await serve({
      [`GET /users/${me}/creations`]: ({ query }) => ({
        items: query.has('deleted') ? [] : items(1),
        nextOffset: null,
      }),
    })
    renderPage('/profile')
    await screen.findByRole('list', { name: 'Your creations' })
    expect(screen.queryByText(/Recently deleted/)).toBeNull()
  })
})

const earnings = {
  currency: 'usd',
  pending: 210,
  available: 48_230,
  lifetime: 48_440,
  clearance_days: 7,
  recipes: [{ workflow_id: sampleId(1), name: 'Oil portrait', sales: 2, gross: 600, earned: 420 }],
  days: [
    { day: '2026-11-01', earned: 0, sales: 0 },
    { day: '2026-11-02', earned: 420, sales: 2 },
  ],
}

describe('creator', () => {
  test('sees pending, available, recipes, days as a chart and as a table', async () => {
    await serve({ 'GET /users/me/earnings': () => earnings })
    renderPage('/profile?tab=earnings')
    expect((await screen.findByText('Pending')).parentElement?.textContent).toContain('$2.10')
    expect(screen.getByText('Clears after 7 days')).toBeTruthy()
    expect(screen.getByText('Available').parentElement?.textContent).toContain('$482.30')
    expect(
      screen.getByRole('img', { name: '2 days: $4.20 from 2 sales. Best day Nov 2 with $4.20.' }),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Oil portrait' }).closest('tr')?.textContent).toContain(
      '$4.20',
    )
  })

  test('sees which recipe was hidden', async () => {
    const recipe = sampleWorkflow(1, { name: 'Riso', hidden: true })
    await serve({
      'GET /users/me/earnings': () => earnings,
      'GET /workflows': () => ({ ...listAnswer(0), workflows: [recipe] }),
    })
    renderPage('/profile?tab=earnings')
    expect((await screen.findByText('Hidden')).closest('li')?.textContent).toContain('Riso')
  })

  test('finds nothing old of a recipe that was taken down', async () => {
    let list = [sampleWorkflow(1, { name: 'Riso' })]
    await serve({
      'GET /users/me/earnings': () => earnings,
      'GET /workflows': () => ({ ...listAnswer(0), workflows: list }),
      [`GET /workflows/${sampleId(1)}`]: () => list[0] ?? new Refusal(404),
      [`DELETE /workflows/${sampleId(1)}`]: () => {
        list = []
        return { ok: true }
      },
    })
    const { user, router } = renderPage(`/workflows/${sampleId(1)}`)
    await screen.findByRole('heading', { level: 1, name: 'Riso' })
    await act(() => router.navigate('/workflows'))
    await screen.findByRole('article')
    await act(() => router.navigate('/profile?tab=earnings'))
    await user.click(await screen.findByRole('button', { name: 'Take down Riso' }))
    await user.click(await screen.findByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('No recipes yet')).toBeTruthy()
    await act(() => router.navigate('/workflows'))
    expect(await screen.findByText('No workflows yet')).toBeTruthy()
    await act(() => router.navigate(`/workflows/${sampleId(1)}`))
    expect(await screen.findByText('Workflow not found')).toBeTruthy()
  })

  test('lists own recipes, edits one, takes one down', async () => {
    let list = [sampleWorkflow(1, { name: 'Riso', user_id: me })]
    const asked = await serve({
      'GET /users/me/earnings': () => earnings,
      'GET /workflows': () => ({ ...listAnswer(0), workflows: list }),
      [`DELETE /workflows/${sampleId(1)}`]: () => {
        list = []
        return { ok: true }
      },
    })
    const { user } = renderPage('/profile?tab=earnings')
    const edit = await screen.findByRole('link', { name: 'Edit Riso' })
    expect(edit.getAttribute('href')).toBe(`/workflows/create?edit=${sampleId(1)}`)
    expect(asked.find(({ path }) => path === '/workflows')?.query.get('creator')).toBe('me')
    await user.click(screen.getByRole('button', { name: 'Take down Riso' }))
    await user.click(await screen.findByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('No recipes yet')).toBeTruthy()
  })
})
