import type { Setting } from '@vignette/contract/setting-groups.ts'
import type { SettingsView, SettingView } from '@vignette/contract/settings.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessions } from '../../src/schema/identity.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { settings } from '../../src/schema/settings.ts'
import { idOf, pay, publish, type Refusal, remixNow } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let other: TestApp
let admin: Browser
let second: Browser
beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture() })]
  const env = { ...UNLIMITED_RATES, RATE_LETTERS: '', ANALYTICS_KEY: 'of-the-environment' }
  app = await startTestApp({ env, providers })
  other = await startTestApp({ env, beside: app, worker: false })
  admin = await enter('boss', true)
  second = await enter('other-boss', true)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

async function enter(name: string, isAdmin = false): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, { admin: isAdmin })
  return browser
}

const look = async (by = admin) => (await by.json<SettingsView>('/admin/settings')).body

async function find(name: Setting): Promise<SettingView> {
  const found = (await look()).groups
    .flatMap(({ settings: all }) => all)
    .find((each) => each.name === name)
  if (!found) throw new Error(`${name} is not shown`)
  return found
}

async function change(values: Partial<Record<Setting, string | null>>, by = admin) {
  const { revision } = await look(by)
  return by.call<SettingsView & Refusal>('PUT', '/admin/settings', { revision, values })
}

const nameAt = async ({ url }: TestApp) =>
  (await new Browser(url).json<{ operator: string }>('/config')).body.operator

test('a change is seen in every process at once, told where it comes from, and taken back', async () => {
  expect(await find('OPERATOR_NAME')).toMatchObject({ origin: 'usual', usual: 'Vignette' })
  expect((await change({ OPERATOR_NAME: 'Kiosk' })).status).toBe(200)
  expect(await nameAt(app)).toBe('Kiosk')
  await expect.poll(() => nameAt(other), { timeout: 1000 }).toBe('Kiosk')
  expect(await find('OPERATOR_NAME')).toMatchObject({
    origin: 'admin',
    value: 'Kiosk',
    usual: 'Vignette',
    help: expect.stringMatching(/^who sells, in the terms/),
  })
  expect((await change({ OPERATOR_NAME: null })).status).toBe(200)
  await expect.poll(() => nameAt(other), { timeout: 1000 }).toBe('Vignette')
})

test('a process that missed the news reads the settings again when it is connected again', async () => {
  await app.ctx.db
    .update(settings)
    .set({ value: 'Missed' })
    .where(eq(settings.name, 'OPERATOR_NAME'))
  await app.ctx.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'vignette-listen%'`,
  )
  await expect.poll(() => nameAt(other)).toBe('Missed')
  await expect.poll(() => nameAt(app)).toBe('Missed')
  await change({ OPERATOR_NAME: null })
})

test('mail, vendors, limits and headers follow without a restart, and so do their pages', async () => {
  const before = { mailer: app.ctx.mailer, providers: app.ctx.providers, gateway: app.ctx.gateway }
  const inbox = () => new Browser(app.url).fetch('/dev/inbox').then(({ status }) => status)
  expect(await inbox()).toBe(200)
  const answer = await change({
    SMTP_URL: 'smtp://post:geheim@mail.example.org',
    MAIL_FROM: 'Kiosk <post@example.org>',
    WAITLIST_FORM_URL: 'https://forms.example.org/list',
    RATE_LETTERS: '7',
  })
  expect(answer.status).toBe(200)
  expect(await inbox()).toBe(404)
  expect(app.ctx.mailer?.id).toBe('smtp')
  expect(app.ctx.config).toMatchObject({ mail: 'smtp', RATE_LETTERS: 7 })
  const page = await new Browser(app.url).fetch('/api/v1/healthcheck')
  expect(page.headers.get('content-security-policy')).toContain('https://forms.example.org')
  // What did not change stays the same part.
  expect(app.ctx.providers).toBe(before.providers)
  expect(app.ctx.gateway).toBe(before.gateway)
  await change({ SMTP_URL: null, MAIL_FROM: null, WAITLIST_FORM_URL: null, RATE_LETTERS: null })
  expect(await inbox()).toBe(200)
  expect(app.ctx.config.RATE_LETTERS).toBe(0)
})

test('of two admins at one setting the later is told what stands, and others are not disturbed', async () => {
  const { revision } = await look()
  const put = (by: Browser, values: object) =>
    by.call<SettingsView & Refusal>('PUT', '/admin/settings', { revision, values })
  const both = await Promise.all([
    put(admin, { OPERATOR_NAME: 'First' }),
    put(second, { OPERATOR_NAME: 'Second' }),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = both[0].status === 200 ? 'First' : 'Second'
  const late = both.find(({ status }) => status === 409)
  expect(late?.body).toMatchObject({
    code: 'conflict',
    error: `OPERATOR_NAME was changed by somebody else meanwhile. It is now “${winner}”. Load the page again.`,
  })
  expect(await nameAt(app)).toBe(winner)
  expect((await put(second, { OPERATOR_VAT_ID: 'DE1' })).status).toBe(200)
  await change({ OPERATOR_NAME: null, OPERATOR_VAT_ID: null })
})

test('a secret is sealed, and stands in no answer, log or audit entry', async () => {
  const key = 'sk-planted-0123456789'
  const scripted = app.ctx.providers
  const set = await change({ OPENAI_API_KEY: key, COMFYUI_URL: `http://me:${key}@comfy.example` })
  expect(set.status).toBe(400)
  const kept = await change({ OPENAI_API_KEY: key })
  expect(kept.status).toBe(200)
  expect(await find('OPENAI_API_KEY')).toMatchObject({ origin: 'admin', secret: true, value: null })
  expect(app.ctx.config.OPENAI_API_KEY).toBe(key)
  const rows = await app.ctx.db.select().from(settings)
  const log = await app.ctx.db.select().from(auditLog)
  for (const told of [set.body, kept.body, rows, log]) {
    expect(JSON.stringify(told)).not.toContain(key)
  }
  expect(log.map(({ note }) => note)).toContain('OPENAI_API_KEY: the usual → a secret')
  await change({ OPENAI_API_KEY: null })
  app.ctx.providers = scripted
})

test.each<[Partial<Record<Setting, string>>, RegExp]>([
  [{ OPERATOR_CONTACT: 'nonsense' }, /^The variable OPERATOR_CONTACT is broken: must be an e-mail/],
  [{ SMTP_URL: 'smtp://post:geheim@a.example' }, /^SMTP_URL and MAIL_FROM belong together\.$/],
  [{ PROVIDER_RATE: 'falx=3' }, /^PROVIDER_RATE names falx; the providers are/],
  [{ ANALYTICS_KEY: 'mine' }, /^ANALYTICS_KEY is set in the server’s environment, which wins\.$/],
  [{ DEVELOPMENT_SIGN_IN: 'false' }, /^Nobody could sign in any more/],
])('%j is refused with one sentence, and nothing is stored', async (values, sentence) => {
  const before = await look()
  const { status, body } = await change({ OPERATOR_NAME: 'With it', ...values })
  expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)])
  expect(JSON.stringify(body)).not.toContain('geheim')
  expect(await look()).toEqual(before)
})

test('a variable that is none of these, or another’s, is refused', async () => {
  const strange: Record<string, string>[] = [
    { SECRET: 'x'.repeat(40) },
    { PORT: '1' },
    { nonsense: 'x' },
  ]
  for (const values of strange) {
    expect((await change(values)).status).toBe(400)
  }
  expect((await change({ OPERATOR_NAME: 'x'.repeat(1_000_000) })).status).toBe(413)
})

test('nobody but an admin who has just signed in changes anything', async () => {
  const people: Browser[] = []
  for (const role of ['moderator', 'finance']) {
    const person = await enter(role)
    await admin.call('PUT', `/admin/people/${await idOf(person)}/roles`, { roles: [role] })
    people.push(person)
  }
  for (const by of people) {
    expect((await by.json('/admin/settings')).status).toBe(403)
    const body = { revision: 99, values: { OPERATOR_NAME: 'Mine' } }
    expect((await by.call('PUT', '/admin/settings', body)).status).toBe(403)
  }
  await app.ctx.db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.principalId, await idOf(second)))
  expect((await change({ OPERATOR_NAME: 'Late' }, second)).body.code).toBe('fresh_sign_in_required')
  expect(await nameAt(app)).toBe('Vignette')
})

test('gateway and store stay while a payment is open and a file is stored', async () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_51AAAAAAAAAAAAAAx',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    PAYOUTS: 'manual',
  }
  const none = Object.fromEntries(Object.keys(keys).map((name) => [name, null]))
  const parts = () => [app.ctx.gateway.id, app.ctx.payoutGateway.id]
  expect((await change(keys)).status).toBe(200)
  expect(parts()).toEqual(['stripe', 'manual'])
  // Another key of the same account.
  expect((await change({ STRIPE_SECRET_KEY: 'sk_test_51AAAAAAAAAAAAAAy' })).status).toBe(200)
  expect((await change(none)).status).toBe(200)
  expect(parts()).toEqual(['sandbox', 'sandbox'])

  const recipe = await publish(admin, { price: 500 })
  await pay(second, recipe.id)
  expect((await change(keys)).body.error).toMatch(/^1 payments are open at the present gateway/)
  await remixNow(second, (await publish(admin)).id)
  const moved = await change({ S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example' })
  expect(moved.body.error).toMatch(/^\d+ files are stored where they are now/)
  expect(parts()).toEqual(['sandbox', 'sandbox'])
})
