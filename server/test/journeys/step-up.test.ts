import { SCOPES, type Scope } from '@vignette/contract/account-limits.ts'
import type { Route } from '@vignette/contract/define-route.ts'
import { API_BASE, paths, type RouteName } from '@vignette/contract/paths.ts'
import { routes } from '@vignette/contract/routes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSession } from '../../src/features/identity/session.ts'
import { newId } from '../../src/platform/ids.ts'
import { sessions } from '../../src/schema/identity.ts'
import { MAY_CALL } from '../support/access/scopes.ts'
import { TABLE } from '../support/access/table.ts'
import { type Cast, createWorld, ROLES, type World } from '../support/access/world.ts'
import { idOf } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Who = 'owner' | 'admin'
const NO_TOKEN = 'An access token may not do this. Sign in with a browser.'

/**
 * Makes the route's first call of the table, by this browser or with this token. The gate
 * refuses a caller before it looks at the object, so only a call that must succeed names an object
 * that was made for the call.
 */
async function call(
  name: RouteName,
  who: Who,
  browser: Browser,
  cast: Cast,
  { token, succeeds = false }: { token?: string; succeeds?: boolean } = {},
) {
  const route: Route = routes[name]
  const [row] = TABLE[name]
  if (!row) throw new Error(`the table has no row for ${name}`)
  const fresh = row.fresh ? (succeeds ? await row.fresh(world) : newId()) : ''
  const { params = {}, query, body, form } = row.ask(world, who, fresh, cast)
  const filled = paths[name][1].replace(/:(\w+)/g, (_whole, key: string) => params[key] ?? '')
  const address = `${API_BASE}${filled}${query ? `?${query.replace(/^&/, '')}` : ''}`
  const answer = await browser.fetch(address, {
    method: route.method,
    ...(body === undefined ? {} : { body }),
    ...(form ? { form: (await form()) as FormData } : {}),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
  })
  const text = await answer.text()
  const { code, error } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: answer.status, code, error }
}

const tokens = new Map<string, string>()

/** One token of each scope for each account, since an account has fifty at most; null is one made before there were scopes. */
async function makeToken(browser: Browser, scope: Scope | null = null): Promise<string> {
  const principalId = await idOf(browser)
  const key = `${principalId} ${scope}`
  const scopes = scope && { scopes: [scope] }
  const label = 'a script'
  const token =
    tokens.get(key) ??
    (await createSession(world.app.ctx, { principalId, kind: 'token', label, ...scopes })).token
  tokens.set(key, token)
  return token
}

const earlier = new Map<string, Browser>()

/** A browser of the account that signed in the given minutes earlier; one serves many routes. */
async function findSignedIn(email: string, who: Who, minutes: number | null): Promise<Browser> {
  const key = `${email} ${minutes}`
  const kept = earlier.get(key)
  if (kept && (await emailOf(kept)) === email) return kept
  const browser = await signInEarlier(email, who, minutes)
  earlier.set(key, browser)
  return browser
}

/** Signs in like the other browser, the given minutes earlier. */
async function signInEarlier(email: string, who: Who, minutes: number | null): Promise<Browser> {
  const browser = new Browser(world.app.url)
  await signIn(browser, email, { admin: who === 'admin' })
  const { body } = await browser.json<{ sessions: { id: string; current: boolean }[] }>(
    '/users/me/sessions',
  )
  const id = body.sessions.find((one) => one.current)?.id ?? ''
  const provenAt = minutes === null ? null : new Date(Date.now() - minutes * 60_000)
  await world.app.ctx.db.update(sessions).set({ provenAt }).where(eq(sessions.id, id))
  return browser
}

async function emailOf(browser: Browser): Promise<string> {
  return (await browser.json<{ email: string }>('/auth/me')).body.email
}

test('the calls that refuse a token and the calls that need a fresh sign-in are these', () => {
  const named = (which: (route: Route) => boolean) =>
    Object.values(routes)
      .filter((route: Route) => which(route))
      .map(({ name }) => name)
      .sort()
  const fresh = [
    'adjustBalance',
    'answerAssistantRequest',
    'banPerson',
    'bookPayoutCost',
    'createAccessToken',
    'deleteAccount',
    'deletePerson',
    'downloadBackup',
    'exportAccount',
    'exportPayoutRun',
    'exportPerson',
    'grantCase',
    'liftPayoutHold',
    'markPayoutFailed',
    'markPayoutPaid',
    'openPayoutAccount',
    'refundPayment',
    'refundSale',
    'refundWarnedPayment',
    'refuseCase',
    'releaseAuthorisation',
    'removeFirstCatalogue',
    'reversePayout',
    'sendEvidence',
    'setPayoutHold',
    'setRoles',
    'startPayoutRun',
    'testSettings',
    'updateSettings',
  ]
  expect(named((route) => route.fresh === true)).toEqual(fresh)
  expect(named((route) => route.token === false)).toEqual(
    [
      ...fresh,
      ...named(({ access, fresh }) => access === 'admin' && !fresh),
      'getAssistantRequest',
      'getPaperName',
      'listAccessTokens',
      'listSessions',
      'logoutEverywhere',
      'revokeAccessToken',
      'revokeSession',
      'sendCreatorLetter',
      'updatePaperName',
    ].sort(),
  )
})

test('every call for admins only refuses a token', () => {
  for (const route of Object.values<Route>(routes)) {
    if (route.access === 'admin') expect(route).toMatchObject({ token: false })
  }
})

describe.each(Object.keys(routes) as RouteName[])('%s', (name) => {
  const route: Route = routes[name]
  const who: Who = route.access === 'admin' ? 'admin' : 'owner'

  test(`${route.token === false ? 'refuses' : 'takes'} a token`, async () => {
    const cast = TABLE[name][0]?.ownCast ? await world.newCast() : world.cast
    const token = await makeToken(cast.browsers[who])
    const answer = await call(name, who, new Browser(world.app.url), cast, { token })
    if (route.token === false) {
      expect(answer).toEqual({ status: 403, code: 'forbidden', error: NO_TOKEN })
    } else {
      expect(answer.error).not.toBe(NO_TOKEN)
      expect(answer.status).not.toBe(401)
    }
  })

  test('takes a token of its scope, and of no other', async () => {
    // Its signature is asked for before its caller.
    if (route.rawBody) return expect(route.scope).toBe(undefined)
    // The number of a statement is checked before its reader.
    const succeeds = route.path.includes(':number')
    const cast = TABLE[name][0]?.ownCast ? await world.newCast() : world.cast
    const answers: Partial<Record<Scope, boolean>> = {}
    for (const scope of SCOPES) {
      const token = await makeToken(cast.browsers[who], scope)
      const stranger = new Browser(world.app.url)
      const { status, code } = await call(name, who, stranger, cast, { token, succeeds })
      answers[scope] = code !== 'insufficient_scope'
      if (answers[scope]) expect(status).not.toBe(401)
      else expect(status).toBe(403)
    }
    const wanted = SCOPES.map((scope) => [
      scope,
      MAY_CALL.any.includes(name) || MAY_CALL[scope].includes(name),
    ])
    expect(answers).toEqual(Object.fromEntries(wanted))
  })

  const most = route.fresh ? 10 : route.access === 'admin' ? 480 : undefined
  const needs = most === 10 ? 'a fresh sign-in' : most ? 'a sign-in of the day' : 'no sign-in again'
  test(`needs ${needs}`, async () => {
    const cast = TABLE[name][0]?.ownCast ? await world.newCast() : world.cast
    const email = await emailOf(cast.browsers[who])
    for (const minutes of [(most ?? 480) + 1, null]) {
      const answer = await call(name, who, await findSignedIn(email, who, minutes), cast)
      const refused = [answer.status, answer.code]
      if (most) expect(refused).toEqual([403, 'fresh_sign_in_required'])
      else expect(answer.code).not.toBe('fresh_sign_in_required')
    }
    if (!most) return
    const recent = await call(name, who, await findSignedIn(email, who, most - 5), cast, {
      succeeds: true,
    })
    expect(recent.status).toBe(TABLE[name][0]?.answers[ROLES.indexOf(who)])
  })
})

test("an admin's token shows no more than a visitor's", async () => {
  const token = await makeToken(world.cast.browsers.admin)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string) => new Browser(world.app.url).json(path, { headers })
  expect((await ask(`/workflows/${world.hiddenRecipe}`)).status).toBe(404)
  expect((await ask(`/creations/${world.creations.reported}`)).status).toBe(404)
  expect((await ask('/users/me')).body['roles']).not.toContain('admin')
})

test('a token made before there were scopes cancels jobs and withdraws recipes', async () => {
  const headers = { authorization: `Bearer ${await makeToken(world.cast.browsers.owner)}` }
  const remove = (path: string) =>
    new Browser(world.app.url).json(path, { method: 'DELETE', headers })
  expect((await remove(`/jobs/${await world.newRunningJob()}`)).status).toBe(200)
  expect((await remove(`/workflows/${await world.newRecipe()}`)).status).toBe(200)
})

test('a token opens private files of its owner where it was made for runs', async () => {
  const open = async (scope: Scope) => {
    const token = await makeToken(world.cast.browsers.owner, scope)
    const headers = { authorization: `Bearer ${token}` }
    return (await new Browser(world.app.url).fetch(world.files.private, { headers })).status
  }
  expect(await open('run')).toBe(200)
  expect(await open('workflows:read')).toBe(404)
})

test('a second sign-in makes the browser fresh and ends the replaced session', async () => {
  const email = await emailOf(world.cast.browsers.user)
  const browser = await signInEarlier(email, 'owner', 60)
  const before = browser.cookies.get('vignette_session') ?? ''
  const exported = () => browser.fetch('/api/v1/users/me/export').then(({ status }) => status)
  expect(await exported()).toBe(403)
  await signIn(browser, email, { fresh: true })
  expect(await exported()).toBe(200)
  const kept = new Browser(world.app.url)
  kept.cookies.set('vignette_session', before)
  expect((await kept.json('/auth/me')).status).toBe(401)
})
