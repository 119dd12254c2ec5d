import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enterAs, startAccounts } from '../support/accounts.ts'
import { idOf, publish, remixNow, tryRemix } from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import type { TestApp } from '../support/start-test-app.ts'

interface Session {
  id: string
  kind: string
  label: string
  current: boolean
}

let app: TestApp
beforeEach(async () => {
  app = await startAccounts()
})
afterEach(() => app.close())

const enter = (email: string) => enterAs(app, email)

async function sessionsOf(browser: Browser): Promise<Session[]> {
  return (await browser.json<{ sessions: Session[] }>('/users/me/sessions')).body.sessions
}

function statusOfMe(browser: Browser): Promise<number> {
  return browser.json('/auth/me').then(({ status }) => status)
}

describe('logging out', () => {
  test('needs the CSRF token, ends the session, and begins a new anonymous id', async () => {
    const browser = await enter('ada@example.com')
    const id = await idOf(browser)
    const recipe = await publish(browser)
    const creation = await remixNow(browser, recipe.id)
    const before = new Map(browser.cookies)
    const forged = new Browser(app.url)
    for (const [name, value] of before) if (name !== 'csrf_token') forged.cookies.set(name, value)
    expect((await forged.json('/auth/logout', { method: 'POST' })).status).toBe(403)
    expect(await statusOfMe(browser)).toBe(200)

    const out = await browser.json('/auth/logout', { method: 'POST' })
    expect([out.status, out.body]).toEqual([200, { ok: true }])
    expect(browser.cookies.has('vignette_session')).toBe(false)
    expect(browser.cookies.get('vignette_visitor')).toBeDefined()
    expect(await statusOfMe(browser)).toBe(401)
    expect((await browser.json(`/creations/${creation.id}`)).status).toBe(404)
    // No cookie saved before the sign-out opens the session again.
    const kept = new Browser(app.url)
    for (const [name, value] of before) kept.cookies.set(name, value)
    expect(await statusOfMe(kept)).toBe(401)
    // The new visitor may act at once and shares nothing with the signed-out account.
    expect((await tryRemix(browser, recipe.id)).body.is_owner).toBe(true)
    expect((await remixNow(browser, recipe.id)).user_id).not.toBe(id)
  })

  test('signs out every browser and token, or one session by its id', async () => {
    const here = await enter('ada@example.com')
    const there = await enter('ada@example.com')
    const elsewhere = await enter('ada@example.com')
    const token = await here.json<{ token: string }>('/users/me/tokens', {
      body: { label: 'backup script' },
    })
    const bearer = { authorization: `Bearer ${token.body.token}` }
    const script = () => new Browser(app.url).json('/auth/me', { headers: bearer })
    expect((await script()).status).toBe(200)
    const listed = await sessionsOf(here)
    expect(listed.map(({ kind, current }) => [kind, current])).toEqual(
      expect.arrayContaining([
        ['browser', true],
        ['browser', false],
        ['token', false],
      ]),
    )
    expect(listed).toHaveLength(4)
    expect(JSON.stringify(listed)).not.toContain(token.body.token)

    const other = (await sessionsOf(there)).find(({ current }) => current)
    await here.json(`/users/me/sessions/${other?.id}`, { method: 'DELETE' })
    expect(await statusOfMe(there)).toBe(401)
    expect(await statusOfMe(elsewhere)).toBe(200)

    await here.json('/auth/logout-everywhere', { method: 'POST' })
    expect(await statusOfMe(here)).toBe(401)
    expect(await statusOfMe(elsewhere)).toBe(401)
    expect((await script()).status).toBe(401)
  })

  test('happens by itself after thirty days', async () => {
    const browser = await enter('ada@example.com')
    for (const [day, status] of [
      [13, 200],
      [26, 200],
      [29, 200],
      [31, 401],
    ] as const) {
      app.ctx.clock = { now: () => new Date(Date.now() + day * 86_400_000) }
      expect(await statusOfMe(browser)).toBe(status)
    }
  })

  test('happens sooner for an idle browser, and not for a token', async () => {
    const browser = await enter('ada@example.com')
    const { body } = await browser.json<{ token: string }>('/users/me/tokens', {
      body: { label: 'yearly script' },
    })
    const headers = { authorization: `Bearer ${body.token}` }
    app.ctx.clock = { now: () => new Date(Date.now() + 15 * 86_400_000) }
    expect(await statusOfMe(browser)).toBe(401)
    const script = await new Browser(app.url).json('/auth/me', { headers })
    expect(script.status).toBe(200)
  })
})

test('a username follows the pattern and is no reserved word', async () => {
  const browser = await enter('ada@example.com')
  const wanted: [string, number][] = [
    ['Ada.Lovelace', 200],
    ['a', 200],
    ['x_y-z.0', 200],
    ['a'.repeat(64), 200],
    ['a'.repeat(65), 400],
    ['', 400],
    ['ada lovelace', 400],
    ['añа', 400],
    ['ada/../admin', 400],
    ['admin', 409],
    ['workflows', 409],
    ['..', 409],
    ['guest-abcdef', 409],
  ]
  for (const [username, status] of wanted) {
    const answer = await browser.json<{ username: string; error: string }>('/users', {
      method: 'PUT',
      body: { username },
    })
    expect(answer.status, username).toBe(status)
    if (status === 200) expect(answer.body.username).toBe(username.toLowerCase())
    if (status === 400) {
      expect(answer.body.error).toBe(
        'Username must be lowercase, 1–64 chars, and may include . _ -.',
      )
    }
  }
})
