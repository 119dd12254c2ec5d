import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { AppConfig } from '@vignette/contract/app.ts'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import type { Setting } from '@vignette/contract/setting-groups.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creations } from '../../src/schema/creations.ts'
import { legalTexts } from '../../src/schema/settings.ts'
import { publish, remixNow, tryPublish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture() })]
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', PRIVACY_TEXT: '# Of the environment' },
    providers,
  })
  admin = new Browser(app.url)
  await signIn(admin, 'boss@example.com', { admin: true })
})
afterAll(() => app.close())

async function set(values: Partial<Record<Setting, string | null>>) {
  const { body } = await admin.json<{ revision: number }>('/admin/settings')
  return admin.call<{ error?: string }>('PUT', '/admin/settings', {
    revision: body.revision,
    values,
  })
}

const read = (page: string, version = '') =>
  new Browser(app.url).json<{ text: string | null; since: string | null }>(
    `/legal/${page}${version && `?version=${version}`}`,
  )
const versionNow = async () =>
  (await new Browser(app.url).json<AppConfig>('/config')).body.terms_version

test('the version of the terms follows the operator’s own text, and each text is kept', async () => {
  expect(await read('terms')).toMatchObject({ status: 200, body: { text: null, since: null } })
  expect(await versionNow()).toBe(TERMS_VERSION)
  const buyer = new Browser(app.url)
  await signIn(buyer, 'buyer@example.com')
  const { id } = await publish(buyer)
  const acceptedBy = async () => {
    const made = await remixNow(buyer, id)
    const rows = await app.ctx.db.select().from(creations).where(eq(creations.id, made.id))
    return rows[0]?.termsVersion
  }
  expect(await acceptedBy()).toBe(TERMS_VERSION)

  expect((await set({ TERMS_TEXT: '# Our terms\n\nBe kind.' })).status).toBe(200)
  const first = await versionNow()
  expect(first).toMatch(new RegExp(`^${TERMS_VERSION}\\.[0-9a-f]{12}$`))
  expect(await acceptedBy()).toBe(first)

  expect((await set({ TERMS_TEXT: '# Our terms\n\nBe very kind.' })).status).toBe(200)
  const second = await versionNow()
  expect(second).not.toBe(first)
  expect((await read('terms')).body.text).toContain('very kind')
  expect((await read('terms', second)).body.text).toContain('very kind')
  expect((await read('terms', first)).body.text).toBe('# Our terms\n\nBe kind.')
  expect((await read('terms', `${TERMS_VERSION}.000000000000`)).status).toBe(404)
  expect((await read('terms', TERMS_VERSION)).status).toBe(404)

  expect((await set({ TERMS_TEXT: '# Our terms\n\nBe kind.' })).status).toBe(200)
  expect(await versionNow()).toBe(first)
  const kept = await app.ctx.db.select().from(legalTexts).where(eq(legalTexts.page, 'terms'))
  expect(kept).toHaveLength(2)
})

test('creators accept the operator’s own text with the terms for creators', async () => {
  await set({ TERMS_TEXT: 'Creators are kind.' })
  const mark = (await versionNow()).split('.')[1]
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  const stale = await tryPublish(creator, { accept_creator_terms: CREATOR_TERMS_VERSION })
  expect(stale).toMatchObject({
    status: 409,
    body: { error: `The creator terms in force are those of ${CREATOR_TERMS_VERSION}.${mark}.` },
  })
  const accepts = { accept_creator_terms: `${CREATOR_TERMS_VERSION}.${mark}` }
  expect((await tryPublish(creator, accepts)).status).toBe(201)
})

test('a text of the environment is kept from the start', async () => {
  const { body } = await read('privacy')
  expect(body.text).toBe('# Of the environment')
  expect(body.since).not.toBeNull()
  expect(await set({ PRIVACY_TEXT: 'Other' })).toMatchObject({ status: 400 })
})

test('an imprint is there where the operator wrote one, or gave name and address', async () => {
  expect((await read('imprint')).status).toBe(404)
  await set({ OPERATOR_ADDRESS: 'Gasse 1_2_3\n1010 Wien' })
  expect((await read('imprint')).status).toBe(404)
  await set({ OPERATOR_NAME: 'Ada & Söhne <e.U.>', OPERATOR_VAT_ID: 'ATU1' })
  expect((await read('imprint')).body.text).toBe(
    'Ada \\& Söhne \\<e\\.U\\.\\>\nGasse 1\\_2\\_3\n1010 Wien\n\nVAT ID\\: ATU1',
  )
  await set({ IMPRINT_TEXT: 'Found at home' })
  expect((await read('imprint')).body.text).toBe('Found at home')
  await set({ IMPRINT_TEXT: null, OPERATOR_NAME: null })
  expect((await read('imprint')).status).toBe(404)
})

test('a text may be long, and not longer', async () => {
  expect((await set({ TERMS_TEXT: 'ä'.repeat(60_000) })).status).toBe(200)
  expect((await read('terms')).body.text).toHaveLength(60_000)
  expect((await set({ TERMS_TEXT: 'ä'.repeat(60_001) })).status).toBe(400)
  expect((await set({ TERMS_TEXT: 'a'.repeat(1024 * 1024) })).status).toBe(413)
  expect((await read('terms')).body.text).toHaveLength(60_000)
})
