import { createHash, randomBytes } from 'node:crypto'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorisationServer } from '../../src/features/assistants/authorisation-server.ts'
import { oauthRecords } from '../../src/schema/assistants.ts'
import { idOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const BACK = 'http://127.0.0.1:7777/callback'

interface Metadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
  code_challenge_methods_supported: string[]
}

let app: TestApp
let owner: Browser
let metadata: Metadata

beforeAll(async () => {
  app = await startTestApp({ env: UNLIMITED_RATES })
  owner = new Browser(app.url)
  await signIn(owner, 'owner@example.com')
  const described = await fetch(`${app.url}/.well-known/oauth-protected-resource/mcp`)
  const { authorization_servers } = (await described.json()) as { authorization_servers: string[] }
  const found = await fetch(`${authorization_servers[0]}/.well-known/oauth-authorization-server`)
  metadata = (await found.json()) as Metadata
})
afterAll(() => app.close())

async function register(change: object = {}): Promise<string> {
  const answer = await tryRegister(change)
  const body = (await answer.json()) as { client_id: string; error_description?: string }
  expect(body.error_description).toBeUndefined()
  expect(answer.status).toBe(201)
  return body.client_id
}

const tryRegister = (change: object) =>
  fetch(metadata.registration_endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'A robot',
      redirect_uris: [BACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...change,
    }),
  })

const newVerifier = () => randomBytes(32).toString('base64url')

/** The address that the assistant opens in the person's browser. */
function addressOf(clientId: string, verifier: string, change: Record<string, string | null> = {}) {
  const address = new URL(metadata.authorization_endpoint)
  const query: Record<string, string | null> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: BACK,
    scope: 'run workflows:read',
    resource: `${app.url}/mcp`,
    state: 'of-the-robot',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== null) address.searchParams.set(name, value)
  return address.href
}

/** Opens the address; the id of the request on our page. */
async function ask(browser: Browser, address: string): Promise<string> {
  const answer = await browser.fetch(address)
  const page = answer.headers.get('location') ?? ''
  expect(page).toMatch(/^\/assistants\/allow\/[\w-]+$/)
  return page.split('/').at(-1) ?? ''
}

/** Answers, and follows to where the assistant listens. */
async function answer(browser: Browser, id: string, allow: boolean): Promise<URL> {
  const { body } = await browser.json<{ url: string }>(`/assistants/requests/${id}`, {
    body: { allow },
  })
  const back = await browser.fetch(body.url)
  return new URL(back.headers.get('location') ?? '', app.url)
}

const exchange = (clientId: string, code: string, verifier: string | null, change: object = {}) =>
  fetch(metadata.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: BACK,
      ...(verifier && { code_verifier: verifier }),
      ...change,
    }),
  })

async function getCode(browser = owner) {
  const clientId = await register()
  const verifier = newVerifier()
  const id = await ask(browser, addressOf(clientId, verifier))
  const code = (await answer(browser, id, true)).searchParams.get('code') ?? ''
  return { clientId, verifier, code }
}

async function getToken(): Promise<string> {
  const { clientId, code, verifier } = await getCode()
  const { access_token } = (await (await exchange(clientId, code, verifier)).json()) as {
    access_token: string
  }
  return access_token
}

const list = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

test('a person reads who asks and lets it in; the token acts for the account until it is revoked', async () => {
  expect(metadata.issuer).toBe(app.url)
  expect(metadata.code_challenge_methods_supported).toEqual(['S256'])
  const clientId = await register({ client_name: 'A \u202Erobot\n<b>' })
  const verifier = newVerifier()
  const id = await ask(owner, addressOf(clientId, verifier))
  const shown = await owner.json(`/assistants/requests/${id}`)
  expect(shown.body).toEqual({
    client_name: 'A robot <b>',
    returns_to: '127.0.0.1:7777',
    on_this_computer: true,
    scopes: ['run', 'workflows:read'],
    days: 30,
  })
  const back = await answer(owner, id, true)
  expect(back.origin + back.pathname).toBe(BACK)
  expect(back.searchParams.get('state')).toBe('of-the-robot')
  const given = await exchange(clientId, back.searchParams.get('code') ?? '', verifier)
  const body = (await given.json()) as Record<string, unknown>
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'run workflows:read' })
  expect(body).not.toHaveProperty('refresh_token')
  const token = String(body['access_token'])

  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  expect((await client.callTool({ name: 'search_workflows', arguments: {} })).isError).toBeFalsy()
  await client.close()

  const tokens = await owner.json<{ items: { id: string; label: string; scopes: string[] }[] }>(
    '/users/me/tokens',
  )
  const row = tokens.body.items.find(({ label }) => label === 'A robot <b>')
  expect(row).toMatchObject({ scopes: ['run', 'workflows:read'] })
  await owner.json(`/users/me/tokens/${row?.id}`, { method: 'DELETE' })
  const ended = await list(token)
  expect(ended.status).toBe(401)
  expect(ended.headers.get('www-authenticate')).toContain('error="invalid_token"')
})

test('the protocol’s own client finds its way from the address of /mcp alone', async () => {
  const kept: {
    client?: { client_id: string }
    tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    verifier?: string
    opened?: URL
  } = {}
  const authProvider: OAuthClientProvider = {
    redirectUrl: BACK,
    clientMetadata: { client_name: 'An assistant', redirect_uris: [BACK] },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    redirectToAuthorization: (address) => void (kept.opened = address),
    state: () => 'of-the-assistant',
  }
  const reach = () => new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider })
  const asking = reach()
  await expect(new Client({ name: 'a test', version: '1' }).connect(asking)).rejects.toThrow(
    UnauthorizedError,
  )
  const back = await answer(owner, await ask(owner, kept.opened?.href ?? ''), true)
  expect(back.searchParams.get('state')).toBe('of-the-assistant')
  await asking.finishAuth(back.searchParams)

  const client = new Client({ name: 'a test', version: '1' })
  await client.connect(reach())
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('remix_workflow')
  expect((await client.callTool({ name: 'search_workflows', arguments: {} })).isError).toBeFalsy()
  await client.close()
  expect(kept.tokens).toMatchObject({ token_type: 'Bearer', scope: 'run workflows:read' })
})

test('an authorisation server that could not be made is made again by the next call', async () => {
  const make = () => authorisationServer(app.ctx, 'no address').catch((error: unknown) => error)
  const first = await make()
  expect(first).toBeInstanceOf(Error)
  expect(await make()).not.toBe(first)
})

test('a no leads back with the refusal', async () => {
  const id = await ask(owner, addressOf(await register(), newVerifier()))
  const back = await answer(owner, id, false)
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(back.searchParams.get('code')).toBeNull()
})

test('it is asked again each time, and nothing but for what was named', async () => {
  const clientId = await register()
  const verifier = newVerifier()
  await answer(owner, await ask(owner, addressOf(clientId, verifier)), true)
  const id = await ask(owner, addressOf(clientId, verifier, { scope: 'workflows:read sales:read' }))
  const shown = await owner.json<{ scopes: string[] }>(`/assistants/requests/${id}`)
  expect(shown.body.scopes).toEqual(['workflows:read'])
  const code = (await answer(owner, id, true)).searchParams.get('code') ?? ''
  const given = (await (await exchange(clientId, code, verifier)).json()) as { scope: string }
  expect(given.scope).toBe('workflows:read')
})

test('without PKCE there is no code, and with a wrong verifier no token', async () => {
  const clientId = await register()
  const changes: Record<string, string | null>[] = [
    { code_challenge: null, code_challenge_method: null },
    { code_challenge_method: 'plain' },
  ]
  for (const change of changes) {
    const refused = await owner.fetch(addressOf(clientId, newVerifier(), change))
    const back = new URL(refused.headers.get('location') ?? '', app.url)
    expect(back.searchParams.get('error')).toBe('invalid_request')
  }
  const { clientId: other, code } = await getCode()
  expect((await exchange(other, code, newVerifier())).status).toBe(400)
  const second = await getCode()
  expect((await exchange(second.clientId, second.code, null)).status).toBe(400)
})

test('an address that the program did not register gets nothing', async () => {
  const clientId = await register({ redirect_uris: ['https://robot.example/back'] })
  const wrong = addressOf(clientId, newVerifier(), { redirect_uri: 'https://thief.example/back' })
  const refused = await owner.fetch(wrong)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('location')).toBeNull()
  const { clientId: other, code, verifier } = await getCode()
  const moved = await exchange(other, code, verifier, { redirect_uri: 'http://127.0.0.1:1/x' })
  expect(moved.status).toBe(400)
  for (const address of ['http://robot.example/back', 'javascript:alert(1)', 'data:text/html,x']) {
    expect((await tryRegister({ redirect_uris: [address] })).status, address).toBe(400)
  }
})

test('a code is used once, whoever brings it at the same time, and a second use ends the token', async () => {
  const { clientId, code, verifier } = await getCode()
  const ten = await Promise.all(
    Array.from({ length: 10 }, () => exchange(clientId, code, verifier)),
  )
  expect(ten.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)

  const next = await getCode()
  const first = await exchange(next.clientId, next.code, next.verifier)
  const { access_token } = (await first.json()) as { access_token: string }
  expect((await list(access_token)).status).toBe(200)
  expect((await exchange(next.clientId, next.code, next.verifier)).status).toBe(400)
  expect((await list(access_token)).status).toBe(401)
})

test('a code of one program is no code of another', async () => {
  const { code, verifier } = await getCode()
  expect((await exchange(await register(), code, verifier)).status).toBe(400)
})

test('a token for another resource is not given, and one of another name of this server not taken', async () => {
  const clientId = await register()
  const resource = 'https://other.example/mcp'
  const refused = await owner.fetch(addressOf(clientId, newVerifier(), { resource }))
  const back = new URL(refused.headers.get('location') ?? '', app.url)
  expect(back.searchParams.get('error')).toBe('invalid_target')

  const token = await getToken()
  expect((await list(token)).status).toBe(200)
  const elsewhere = app.url.replace('127.0.0.1', 'localhost')
  const answer = await fetch(`${elsewhere}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(401)
})

test('a link to the request of another browser opens nothing', async () => {
  const thief = new Browser(app.url)
  const clientId = await register()
  const id = await ask(thief, addressOf(clientId, newVerifier()))
  expect((await owner.json(`/assistants/requests/${id}`)).status).toBe(404)
  const { status } = await owner.json(`/assistants/requests/${id}`, { body: { allow: true } })
  expect(status).toBe(404)
})

test('nobody answers who is signed out, by a token, or from another site', async () => {
  const stranger = new Browser(app.url)
  const id = await ask(stranger, addressOf(await register(), newVerifier()))
  expect((await stranger.json(`/assistants/requests/${id}`)).status).toBe(401)
  const headers = { authorization: `Bearer ${await getToken()}` }
  const byToken = await stranger.json(`/assistants/requests/${id}`, {
    body: { allow: true },
    headers,
  })
  expect(byToken.status).toBe(403)
  const own = await ask(owner, addressOf(await register(), newVerifier()))
  const foreign = await owner.json(`/assistants/requests/${own}`, {
    body: { allow: true },
    headers: { origin: 'https://thief.example' },
  })
  expect(foreign.status).toBe(403)
})

test('another account of the same browser gets its own token', async () => {
  const browser = new Browser(app.url)
  await signIn(browser, 'first@example.com')
  await getCode(browser)
  await browser.json('/auth/logout', { method: 'POST' })
  await signIn(browser, 'second@example.com')
  const { clientId, code, verifier } = await getCode(browser)
  const given = await exchange(clientId, code, verifier)
  const { access_token } = (await given.json()) as { access_token: string }
  const me = await new Browser(app.url).json<{ id: string }>('/users/me', {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(me.status).toBe(200)
  expect(me.body.id).toBe(await idOf(browser))
})

test('no secret stands in the database, and a program that nobody let in is kept a day', async () => {
  const clientId = await register({ client_name: 'Unused' })
  const { code } = await getCode()
  const rows = await app.ctx.db.select().from(oauthRecords)
  expect(rows.map(({ idHash }) => idHash)).not.toContain(code)
  const clients = await app.ctx.db
    .select()
    .from(oauthRecords)
    .where(eq(oauthRecords.model, 'Client'))
  const unused = clients.find(({ payload }) => payload['client_id'] === clientId)
  const hours = (Number(unused?.expiresAt) - app.ctx.clock.now().getTime()) / 3_600_000
  expect(hours).toBeLessThanOrEqual(24)
  expect((await tryRegister({ client_name: 'x'.repeat(100_000) })).status).toBe(400)
})
