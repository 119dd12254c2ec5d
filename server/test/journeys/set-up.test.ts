import type { Setting } from '@vignette/contract/setting-groups.ts'
import type { SettingsView, TrialView } from '@vignette/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSetUpCode } from '../../src/features/settings/index.ts'
import { readConfig } from '../../src/main/config.ts'
import { startServer } from '../../src/main/start-server.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { settings, setUpCode } from '../../src/schema/settings.ts'
import type { Refusal } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES } from '../support/browser.ts'
import { type Issuer, startIssuer } from '../support/issuer/start-issuer.ts'
import { listenOnLoopback } from '../support/stand-ins/listen-on-loopback.ts'
import { startSmtpStandIn } from '../support/stand-ins/smtp-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const SITE = 'http://shop.example'
const PUBLIC = {
  PUBLIC_URL: SITE,
  ALLOW_HTTP: 'true',
  SECRET: 'a-secret-of-tests-with-32-characters',
  ...UNLIMITED_RATES,
}
let issuer: Issuer
let app: TestApp
let other: TestApp
let stranger: Browser
beforeAll(async () => {
  issuer = await startIssuer()
  issuer.serve(SITE)
  // The issuer of tests stands in this machine, which only the environment may name.
  const env = { ...PUBLIC, ...issuer.env }
  app = await startTestApp({ env })
  other = await startTestApp({ env, beside: app, worker: false })
  stranger = new Browser(app.url)
})
afterAll(async () => {
  await other.close()
  await app.close()
  await issuer.close()
})

type Values = Partial<Record<Setting, string>>
const OWNER: Values = {
  OPERATOR_NAME: 'Ada’s Kiosk',
  OPERATOR_CONTACT: 'ada@shop.example',
  ADMIN_EMAILS: 'ada@example.com',
  PAYMENTS: 'sandbox',
}
const finish = (code: string, values: Values, at = app) =>
  new Browser(at.url).call<Refusal>('POST', '/setup', { code, values })
const tryOut = (code: string, group: string, values: Values, by = stranger) =>
  by.call<{ trials: TrialView[] }>('POST', '/setup/test', { code, group, values })
const statusOf = async (path: string, at = app) => (await new Browser(at.url).fetch(path)).status

test('a public server that nobody owns serves its first start and whether it lives, and nothing else', async () => {
  for (const path of [
    '/',
    '/workflows',
    '/admin',
    '/api/v1/workflows',
    '/robots.txt',
    '/dev/inbox',
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 503])
  }
  const page = await (await stranger.fetch('/workflows')).text()
  expect(page).toContain('This server is not set up yet.')
  expect(page).toContain('href="/setup"')
  expect(await statusOf('/api/v1/healthcheck')).toBe(200)
  const run = await stranger.call<Refusal>('POST', '/workflows', {})
  expect([run.status, run.body.error]).toEqual([503, 'This server is not set up yet.'])
})

test('of a thousand wrong codes none opens it, and after each twenty another code is the code', async () => {
  const first = await makeSetUpCode(app.ctx)
  const answers = new Set<number>()
  for (let at = 0; at < 1_000; at += 20) {
    const wrong = Array.from({ length: 20 }, () =>
      stranger.call('POST', '/setup/settings', { code: 'AAAA-AAAA-AAAA-AAAA' }),
    )
    for (const { status } of await Promise.all(wrong)) answers.add(status)
  }
  expect([...answers]).toEqual([403])
  expect((await stranger.call('POST', '/setup/settings', { code: first })).status).toBe(403)
  const [kept] = await app.ctx.db.select().from(setUpCode)
  expect(kept?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('each Test of a first start reaches the public internet alone', async () => {
  const code = await makeSetUpCode(app.ctx)
  const inside = ['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '[::1]', '2130706433']
  for (const host of inside) {
    const asked: [string, Values][] = [
      ['mail', { SMTP_URL: `smtp://a:geheim@${host}`, MAIL_FROM: 'a@b.example' }],
      ['storage', { S3_BUCKET: 'b', S3_ENDPOINT: `http://${host}:9000` }],
      ['generation', { COMFYUI_URL: `http://${host}:8188` }],
    ]
    for (const [group, values] of asked) {
      const { status, body } = await tryOut(code, group, values)
      expect([status, body.trials]).toEqual([
        200,
        [
          expect.objectContaining({
            state: 'failed',
            sentence: expect.stringContaining('is not on the public internet'),
          }),
        ],
      ])
      expect(JSON.stringify(body)).not.toContain('geheim')
      expect((await finish(code, { ...OWNER, ...values })).status).toBe(400)
    }
  }
  const { body } = await tryOut(code, 'sign-in', {})
  expect(body.trials).toEqual([expect.objectContaining({ name: 'sign-in', state: 'ok' })])
})

test('what the environment names in its own network is reached, and by its own host and port alone', async () => {
  const mail = await startSmtpStandIn()
  const inner = await listenOnLoopback((_, response) => void response.end('{}'))
  let asked = 0
  inner.server.on('request', () => asked++)
  const named = await listenOnLoopback((request, response) => {
    if (request.url?.startsWith('/leads')) {
      const issuer = `${named.origin}/leads`
      const [token_endpoint, jwks_uri] = [`${inner.origin}/token`, `${inner.origin}/keys`]
      const document = { issuer, token_endpoint, jwks_uri }
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(document))
    }
    return void response.writeHead(302, { location: inner.origin }).end()
  })
  const hostOf = (url: string) => new URL(url).host
  const own = await startTestApp({
    env: { ...PUBLIC, PRIVATE_HOSTS: `${hostOf(mail.url)}, ${hostOf(named.origin)}` },
    worker: false,
  })
  try {
    const code = await makeSetUpCode(own.ctx)
    const by = new Browser(own.url)
    const tell = async (group: string, values: Values) =>
      (await tryOut(code, group, values, by)).body.trials.find(
        ({ state }) => state === 'ok' || state === 'failed',
      )
    const send = (SMTP_URL: string) => tell('mail', { SMTP_URL, MAIL_FROM: 'a@b.example' })
    expect(await send(mail.url)).toMatchObject({ state: 'ok' })
    const refused = { state: 'failed', sentence: expect.stringContaining('PRIVATE_HOSTS') }
    const { port } = new URL(mail.url)
    for (const other of ['127.0.0.1', `127.0.0.1:${hostOf(inner.origin).split(':')[1]}`]) {
      expect(await send(`smtp://${other}`)).toMatchObject(refused)
    }
    for (const other of ['localhost', '2130706433', '[::ffff:127.0.0.1]', '127.0.0.2']) {
      expect(await send(`smtp://${other}:${port}`)).toMatchObject(refused)
    }
    // Where it leads further is not followed.
    const { origin } = named
    for (const [group, values] of [
      ['sign-in', { OIDC_ISSUER: origin, OIDC_CLIENT_ID: 'a' }],
      ['storage', { S3_BUCKET: 'b', S3_ENDPOINT: origin }],
      ['generation', { COMFYUI_URL: origin }],
    ] as [string, Values][]) {
      const trial = await tell(group, values)
      expect(trial).toMatchObject({ state: 'failed' })
      expect(trial?.sentence).not.toContain('PRIVATE_HOSTS')
    }
    const led = { OIDC_ISSUER: `${named.origin}/leads`, OIDC_CLIENT_ID: 'a' }
    expect(await tell('sign-in', led)).toMatchObject({
      state: 'failed',
      sentence: expect.stringContaining(`The issuer leads to ${hostOf(inner.origin)}`),
    })
    expect((await finish(code, { ...OWNER, ...led }, own)).status).toBe(400)
    expect(asked).toBe(0)
  } finally {
    await Promise.all([own.close(), named.close(), inner.close(), mail.close()])
  }
})

test('half an owner is refused, a page of another site may not send it, and the code stays', async () => {
  const code = await makeSetUpCode(app.ctx)
  const { OPERATOR_CONTACT: _, ...unreachable } = OWNER
  const { ADMIN_EMAILS: __, ...nobody } = OWNER
  const { PAYMENTS: ___, ...unpaid } = OWNER
  expect((await finish(code, unreachable)).body.error).toContain('OPERATOR_CONTACT')
  expect((await finish(code, nobody)).body.error).toContain('ADMIN_EMAILS must name')
  expect((await finish(code, unpaid)).body.error).toContain('PAYMENTS=sandbox')
  const foreign = { origin: 'https://evil.example' }
  const sent = await stranger.call('POST', '/setup', { code, values: OWNER }, foreign)
  expect(sent.status).toBe(403)
  expect(await app.ctx.db.select().from(settings)).toEqual([])
  const shown = await stranger.call<SettingsView>('POST', '/setup/settings', {
    code: code.toLowerCase().replaceAll('-', ' '),
  })
  const all = shown.body.groups.flatMap((group) => group.settings)
  expect(all.find(({ name }) => name === 'OIDC_CLIENT_SECRET')).toMatchObject({
    origin: 'environment',
    value: null,
  })
  expect(JSON.stringify(shown.body)).not.toContain(issuer.env['OIDC_CLIENT_SECRET'])
})

test('of two who finish at once one sets it up; every process is open, and its owner signs in as an admin', async () => {
  const code = await makeSetUpCode(app.ctx)
  const both = await Promise.all([finish(code, OWNER), finish(code, OWNER, other)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  await expect.poll(() => statusOf('/api/v1/workflows', other), { timeout: 1000 }).toBe(200)
  expect(await statusOf('/api/v1/workflows')).toBe(200)
  expect((await finish(code, OWNER)).status).toBe(404)
  const log = await app.ctx.db.select().from(auditLog)
  expect(log.map(({ action, note }) => [action, note])).toContainEqual([
    'first_start',
    'ADMIN_EMAILS: the usual → “ada@example.com”',
  ])

  const ada = new Browser(app.url)
  const started = await ada.json<{ redirect_url: string }>('/auth/google/start')
  const back = new URL(await issuer.authorize(started.body.redirect_url))
  await ada.fetch(back.pathname + back.search)
  const mine = await ada.json<SettingsView>('/admin/settings')
  expect(mine.status).toBe(200)

  // An admin may not shut the door behind everybody.
  const put = (values: object) =>
    ada.call<Refusal>('PUT', '/admin/settings', { revision: mine.body.revision, values })
  expect((await put({ ADMIN_EMAILS: null })).body.error).toMatch(
    /^Nobody could sign in as an admin/,
  )
  expect((await put({ ADMIN_EMAILS: 'typo@example.com' })).status).toBe(400)
  expect((await put({ OPERATOR_CONTACT: null })).body.error).toContain('OPERATOR_CONTACT')
  expect((await put({ SMTP_URL: 'smtp://10.0.0.1', MAIL_FROM: 'a@b.example' })).status).toBe(400)
})

test('a start prints one code, another start another, and no start with an owner any', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    const start = async () => {
      const config = readConfig(
        {
          ...app.ctx.config.environment,
          DATABASE_URL: app.ctx.config.databaseUrl,
          PORT: '0',
          HOST: '127.0.0.1',
          ...changes,
        },
        () => '',
        { unowned: true },
      )
      const running = await startServer(config, pino({ level: 'silent' }))
      await running.stop()
    }
    let changes = {}
    await start()
    const codes = () =>
      printed.mock.calls.flatMap(
        ([line]) => String(line).match(/(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}/) ?? [],
      )
    expect(codes()).toEqual([])
    await app.ctx.db
      .update(settings)
      .set({ value: 'nonsense' })
      .where(eq(settings.name, 'PAYMENTS'))
    await expect(start()).rejects.toThrow(
      /^The variable PAYMENTS is broken: .+ An admin has set this: what the environment sets wins/,
    )
    await app.ctx.db.delete(settings)
    changes = { ADMIN_EMAILS: 'ada@example.com' }
    await expect(start()).rejects.toThrow('OPERATOR_CONTACT')
    changes = {}
    await start()
    await start()
    expect(new Set(codes()).size).toBe(2)
  } finally {
    printed.mockRestore()
  }
})
