import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'
import { forgetCookie } from '../browser.ts'
import { call } from '../client.ts'
import { mayBeSignedIn } from '../session-hint.ts'
import { AuthProvider, useAuth } from './auth-context.tsx'

afterEach(() => vi.restoreAllMocks())

function Probe() {
  const { user, loading, ended, login, logout } = useAuth()
  const told = (work: () => Promise<void>) => () =>
    void work().catch((error: Error) => document.body.setAttribute('data-rethrown', error.message))
  return (
    <>
      <p>{loading ? 'loading' : (user?.username ?? (ended ? 'nobody, ended' : 'nobody'))}</p>
      <button type="button" onClick={told(login)}>
        in
      </button>
      <button type="button" onClick={told(logout)}>
        out
      </button>
    </>
  )
}

async function start(routes: Record<string, Answerer>) {
  const asked = await startApi(routes)
  render(
    <AuthProvider>
      <Probe />
    </AuthProvider>,
  )
  return { asked, user: userEvent.setup() }
}

const signedIn = { 'GET /auth/me': () => sampleUser() }
const rethrown = () => document.body.getAttribute('data-rethrown')

test('using the auth context outside its provider throws', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Probe />)).toThrow('useAuth must be used inside an AuthProvider')
  quiet.mockRestore()
})

describe('at startup', () => {
  test('the app asks for the current user; success sets the user and ends loading', async () => {
    await start(signedIn)
    screen.getByText('loading')
    expect(await screen.findByText('ada')).toBeTruthy()
  })

  test('a browser without a session asks nothing, also with the cookie of a visitor', async () => {
    document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
    onTestFinished(() => forgetCookie('csrf_token'))
    const { asked } = await start({})
    expect(await screen.findByText('nobody')).toBeTruthy()
    document.cookie = `csrf_token=2-nonce.${sampleId(7)}.signed; Path=/`
    document.dispatchEvent(new Event('visibilitychange'))
    await call('listProviders', {}).catch(() => undefined)
    expect(asked.map(({ path }) => path)).not.toContain('/auth/me')
  })

  test('a bearer token is enough to ask', async () => {
    localStorage.setItem('access_token', 'secret')
    onTestFinished(() => localStorage.removeItem('access_token'))
    await start(signedIn)
    expect(await screen.findByText('ada')).toBeTruthy()
  })

  test('a refused session is forgotten, so that the next page asks nothing', async () => {
    await start({ 'GET /auth/me': () => new Refusal(401) })
    expect(await screen.findByText('nobody')).toBeTruthy()
    await expect.poll(mayBeSignedIn).toBe(false)
  })

  test('a refusal leaves the cookie of another tab that signed in meanwhile', async () => {
    await start({
      'GET /auth/me': () => {
        document.cookie = 'csrf_token=2-other.tab; Path=/'
        return new Refusal(401)
      },
    })
    expect(await screen.findByText('nobody')).toBeTruthy()
    expect(mayBeSignedIn()).toBe(true)
  })

  test('a failure sets no user and ends loading', async () => {
    await start({ 'GET /auth/me': () => new Refusal(500) })
    expect(await screen.findByText('nobody')).toBeTruthy()
  })
})

describe('a session that ends while the page is open', () => {
  function session() {
    let user: unknown = sampleUser()
    return {
      end: () => {
        user = new Refusal(401)
      },
      routes: {
        'GET /auth/me': () => user,
        'GET /users/me/earnings': () => new Refusal(403, { error: 'user_id must be your own id.' }),
      },
    }
  }

  test('is noticed at the next call that is refused with 401', async () => {
    const { end, routes } = session()
    await start(routes)
    await screen.findByText('ada')
    end()
    await call('getEarnings', {}).catch(() => undefined)
    expect(await screen.findByText('nobody, ended')).toBeTruthy()
  })

  test('is not assumed if the server does not answer', async () => {
    const { routes } = session()
    let asked = 0
    const { asked: calls } = await start({
      ...routes,
      'GET /auth/me': () => (asked++ === 0 ? sampleUser() : new Refusal(503)),
    })
    await screen.findByText('ada')
    await call('getEarnings', {}).catch(() => undefined)
    await waitFor(() => expect(calls.filter(({ path }) => path === '/auth/me')).toHaveLength(2))
    expect(screen.getByText('ada')).toBeTruthy()
  })

  test('returning to the tab sends no request while the session is unchanged', async () => {
    const { asked } = await start(session().routes)
    await screen.findByText('ada')
    document.dispatchEvent(new Event('visibilitychange'))
    await call('listProviders', {}).catch(() => undefined)
    expect(asked.filter(({ path }) => path === '/auth/me')).toHaveLength(1)
  })
})

test('login sends the browser to the URL that the server answers', async () => {
  const gone = vi.spyOn(location, 'assign').mockReturnValue()
  const { user } = await start({
    'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }),
  })
  await user.click(screen.getByText('in'))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.test/o'))
})

test('logout clears the user, the bearer and the anonymous id', async () => {
  localStorage.setItem('access_token', 'secret')
  localStorage.setItem('user_id', `anon_${'a'.repeat(24)}`)
  const { user } = await start({ ...signedIn, 'POST /auth/logout': () => ({ ok: true }) })
  await screen.findByText('ada')
  await user.click(screen.getByText('out'))
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(localStorage.getItem('user_id')).toBeNull()
})

test.each([
  ['in', 'GET /auth/google/start', 'Sign-in could not be started'],
  ['out', 'POST /auth/logout', 'Logout failed'],
])('a failure of %s is logged and rethrown', async (button, call, words) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { user } = await start({ ...signedIn, [call]: () => new Refusal(500) })
  await screen.findByText('ada')
  await user.click(screen.getByText(button))
  await waitFor(() => expect(rethrown()).toMatch(/^HTTP 500/))
  expect(logged.mock.calls.flat().join(' ')).toContain(words)
  screen.getByText('ada')
  document.body.removeAttribute('data-rethrown')
})
