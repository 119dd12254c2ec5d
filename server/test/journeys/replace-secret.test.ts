import type { Provenance } from '@vignette/contract/media.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isOff, unsubscribeLink } from '../../src/features/notices/unsubscribe.ts'
import { readersOf } from '../../src/features/notices/write-letter.ts'
import { readConfig } from '../../src/main/config.ts'
import { refuseOtherSecret } from '../../src/main/refuse-other-secret.ts'
import { runCommand } from '../../src/main/run-command.ts'
import { serverSecret } from '../../src/main/tables.ts'
import { fingerprintOf, type Secrets } from '../../src/platform/secrets.ts'
import {
  type ObjectStore,
  startObjectStore,
} from '../../src/platform/storage/test-support/start-object-store.ts'
import type { ManualPayouts } from '../../src/providers/payouts/manual/details-page.ts'
import { manualAccounts } from '../../src/providers/payouts/manual/tables.ts'
import { creations } from '../../src/schema/creations.ts'
import { notices, unsubscriptions } from '../../src/schema/notices.ts'
import { enterAs } from '../support/accounts.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-test-database.ts'
import { s3Environment } from '../support/s3-environment.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const FIRST = 'the-first-secret-with-32-characters'
const SECOND = 'the-second-secret-with-32-characters'

let database: TestDatabase
let store: ObjectStore
beforeAll(async () => {
  database = await createTestDatabase()
  store = await startObjectStore()
})
afterAll(async () => {
  await database.drop()
  await store.close()
})

const envOf = (secret: string) => ({
  ...UNLIMITED_RATES,
  ...s3Environment(store.options),
  SECRET: secret,
  PAYOUTS: 'manual',
  NSFW_THRESHOLD: '1',
  NSFW_REFUSE_THRESHOLD: '1',
})

/** One process of the installation, whose end leaves the database. */
const start = (secret: string): Promise<TestApp> =>
  startTestApp({
    database: { ...database, drop: async () => undefined },
    env: envOf(secret),
    providers: [createScriptedProvider({ start: () => picture() })],
  })

async function replace(secret: string, words: string[] = [], more: Record<string, string> = {}) {
  const env = { ...envOf(secret), DATABASE_URL: database.connectionString, ...more }
  let said = ''
  const code = await runCommand(['secret', 'replace', ...words], {
    env,
    print: (text) => {
      said += text
    },
  })
  return { code, said }
}

/** The same browser at another process, which has another port here. */
function move(browser: Browser, app: TestApp): Browser {
  const moved = new Browser(app.url)
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return moved
}

async function giveBank(app: TestApp, creator: Browser): Promise<void> {
  await creator.json('/auth/me')
  const { body } = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'DE' },
  })
  const link = new URL(body.url).pathname.split('/').at(-1) ?? ''
  const form = { name: 'Ada Honest', kind: 'person', account: 'DE89370400440532013000', bank: '' }
  const gateway = app.ctx.payoutGateway as ManualPayouts
  expect(await gateway.keepDetails(link, form)).toMatchObject({ accepted: true })
}

const bankOf = async (app: TestApp) => {
  const [row] = await database.db.select().from(manualAccounts)
  return app.ctx.payoutGateway.findAccount(row?.id ?? '')
}

/** What a secret link of a creation opens: the page, and the file behind it. */
async function opens(app: TestApp, id: string, file: string, key: string): Promise<number[]> {
  const stranger = new Browser(app.url)
  const page = await stranger.json(`/creations/${id}?key=${key}`)
  const answer = await stranger.fetch(`${new URL(file, app.url).pathname}?key=${key}`)
  await answer.body?.cancel()
  return [page.status, answer.status]
}

test('a secret is replaced only when no process runs, and what it does not end goes on', async () => {
  const before = await start(FIRST)
  const creator = await enterAs(before, 'ada@example.com')
  const { id: ada } = (await creator.json<{ id: string }>('/auth/me')).body
  const visitor = new Visitor(before.url)
  const made = await remixNow(visitor, (await publish(visitor)).id)
  const link = `/creations/${made.id}/secret-link`
  const { key } = (await visitor.call<{ key: string }>('POST', link)).body
  const file = made.image ?? ''
  expect(await opens(before, made.id, file, key)).toEqual([200, 200])
  await giveBank(before, creator)

  // A stranger is refused, and a running process keeps its secret.
  await expect(start(SECOND)).rejects.toThrow(/^SECRET is not the one .+ cli -- secret replace/)
  await expect(replace(SECOND, ['--yes'])).rejects.toThrow(
    /^Processes are connected to this database \(1 from [\w. ]+\) and would go on with the old secret/,
  )
  await before.close()

  const told = await replace(SECOND)
  expect(told.code).toBe(1)
  expect(told.said).toContain('what their 1 visitors made, saved and bought')
  expect(told.said).toContain('1 secret links of creations')
  expect(told.said).toContain('The bank details of 1 creators are erased')
  expect(told.said).toContain('Nothing is changed yet.')
  expect((await database.db.select().from(serverSecret)).map((row) => row.fingerprint)).toEqual([
    fingerprintOf(FIRST),
  ])

  expect((await replace(SECOND, ['--yes'])).code).toBe(0)
  expect(await replace(SECOND, ['--yes'])).toEqual({
    code: 0,
    said: 'The present SECRET is the one of this database: nothing to replace.',
  })
  await expect(start(FIRST)).rejects.toThrow(/^SECRET is not the one/)

  const after = await start(SECOND)
  // The details are erased, and their owner is asked for them again.
  const [row] = await database.db.select().from(manualAccounts)
  expect(row).toMatchObject({ details: null, state: 'started' })
  const asked = await database.db.select().from(notices).where(eq(notices.ownerId, ada))
  expect(asked.map(({ kind }) => kind)).toContain('payout_account_missing')
  expect(await bankOf(after)).toMatchObject({
    state: 'restricted',
    missing: ['your bank account once more'],
  })
  // Signed in as before; a read brings a new token for writes.
  const ada2 = move(creator, after)
  expect((await ada2.json('/auth/me')).body).toMatchObject({ id: ada })
  const written = await ada2.json('/users', { method: 'PUT', body: { username: 'ada' } })
  expect(written.status).toBe(200)
  // The visitor is a stranger now, and the old link opens neither page nor file.
  const stranger = visitor.at(after.url)
  expect((await stranger.call('GET', `/creations/${made.id}`)).status).toBe(404)
  expect(await opens(after, made.id, file, key)).toEqual([404, 404])
  await giveBank(after, ada2)
  expect(await bankOf(after)).toMatchObject({ state: 'ready' })
  await after.close()
})

/** What people hold that a secret signed, sealed or opens. */
async function holdAll(app: TestApp) {
  const creator = await enterAs(app, 'bo@example.com')
  const token = await creator.json<{ token: string }>('/users/me/tokens', {
    body: { name: 'press' },
  })
  await giveBank(app, creator)
  const visitor = new Visitor(app.url)
  const recipe = await publish(visitor)
  const made = await remixNow(visitor, recipe.id)
  const link = await visitor.call<{ key: string }>('POST', `/creations/${made.id}/secret-link`)
  // A link from before keys were stored.
  const old = await remixNow(visitor, recipe.id)
  await database.db.update(creations).set({ linkVersion: 1 }).where(eq(creations.id, old.id))
  const oldLink = await visitor.call<{ key: string }>('POST', `/creations/${old.id}/secret-link`)
  const collection = await visitor.json<{ id: string; secret_link: string }>('/collections', {
    body: { name: 'For two', visibility: 'link' },
  })
  const letter = new URL(unsubscribeLink(app.ctx, ['a-reader', 'runs']))
  const files = await new Browser(app.url).json<Provenance>('/provenance')
  return {
    creator,
    token: token.body.token,
    visitor,
    made: { id: made.id, file: made.image ?? '', key: link.body.key },
    old: { id: old.id, file: old.image ?? '', key: oldLink.body.key },
    collection: collection.body,
    letter: letter.pathname + letter.search,
    signs: files.body.keys.find(({ current }) => current)?.fingerprint,
  }
}

type Held = Awaited<ReturnType<typeof holdAll>>

const bankStates = async (app: TestApp) => {
  const rows = await database.db.select().from(manualAccounts)
  const views = await Promise.all(rows.map(({ id }) => app.ctx.payoutGateway.findAccount(id)))
  return views.map((view) => view?.state)
}

/** All that outlives the old secret. */
async function findsAll(app: TestApp, held: Held): Promise<void> {
  const creator = move(held.creator, app)
  expect((await creator.json<{ email: string }>('/auth/me')).body.email).toBe('bo@example.com')
  const program = new Browser(app.url, { authorization: `Bearer ${held.token}` })
  expect((await program.json('/workflows')).status).toBe(200)
  const visitor = held.visitor.at(app.url)
  expect((await visitor.call('GET', `/creations/${held.made.id}`)).body).toMatchObject({
    secret_link: expect.stringContaining(held.made.key),
  })
  // The token of the browser's cookie is honoured, and so is a write with it.
  const renamed = await visitor.json(`/collections/${held.collection.id}`, {
    method: 'PATCH',
    body: { name: 'For three' },
  })
  expect(renamed.status).toBe(200)
  for (const { id, file, key } of [held.made, held.old]) {
    expect(await opens(app, id, file, key)).toEqual([200, 200])
  }
  const key = new URL(held.collection.secret_link).searchParams.get('key')
  const stranger = new Browser(app.url)
  expect((await stranger.json(`/collections/${held.collection.id}?key=${key}`)).status).toBe(200)
  expect(await bankStates(app)).not.toContain('restricted')
  const { keys } = (await stranger.json<Provenance>('/provenance')).body
  expect(keys.find(({ current }) => current)?.fingerprint).toBe(held.signs)
}

const openLetter = async (app: TestApp, held: Held) =>
  (await fetch(app.url + held.letter, { method: 'POST' })).status

test('a list of secrets is rotated while processes run, and nothing ends', async () => {
  const own = await createTestDatabase()
  const others = database
  database = own
  const apps: TestApp[] = []
  const run = async (secret: string) => {
    const app = await start(secret)
    apps.push(app)
    return app
  }
  try {
    const alone = await run(FIRST)
    const held = await holdAll(alone)
    // First all processes learn the new secret, and sign with the old: each knows what another made.
    const learning = await run(`${FIRST},${SECOND}`)
    await findsAll(learning, held)
    const guest = new Visitor(learning.url)
    const { id } = await publish(guest)
    expect((await guest.at(alone.url).call('GET', `/workflows/${id}`)).status).toBe(200)
    await alone.close()

    // Then they sign with the new one, beside those that still sign with the old.
    const turned = await run(`${SECOND},${FIRST}`)
    await findsAll(turned, held)
    const late = new Visitor(turned.url)
    const mine = await remixNow(late, id)
    expect((await late.at(learning.url).call('GET', `/creations/${mine.id}`)).status).toBe(200)
    expect(await openLetter(turned, held)).toBe(200)
    await expect(replace(`${SECOND},${FIRST}`)).rejects.toThrow(/^Processes .+\(1 from/)
    await learning.close()

    // Broken off half way it leaves what each process opens, and the next call does the rest.
    await own.db.execute(sql`create function break_off() returns trigger language plpgsql
      as $$ begin raise 'broken off'; end $$`)
    await own.db.execute(sql`create trigger break_off before update on manual_accounts
      for each row execute function break_off()`)
    await expect(replace(`${SECOND},${FIRST}`)).rejects.toThrow()
    await findsAll(turned, held)
    await expect(start(SECOND)).rejects.toThrow(/^SECRET is not the one/)
    await own.db.execute(sql`drop trigger break_off on manual_accounts`)
    for (const _ of ['once', 'twice']) {
      const done = await replace(`${SECOND},${FIRST}`)
      expect(done).toMatchObject({ code: 0, said: expect.stringContaining('nothing ended') })
    }
    await findsAll(turned, held)
    await turned.close()

    const last = await run(SECOND)
    await findsAll(last, held)
    // What only the old secret made, and nobody renewed.
    expect(await openLetter(last, held)).toBe(404)
    await expect(start(FIRST)).rejects.toThrow(/^SECRET is not the one/)
    await last.close()
  } finally {
    await Promise.allSettled(apps.map((app) => app.close()))
    await own.drop()
    database = others
  }
})

test('who ended letters under an old secret has ended them under the newest', async () => {
  const app = await startTestApp({ env: { SECRET: FIRST } })
  try {
    const reads = (secret: Secrets) =>
      readersOf({ config: { ...app.ctx.config, secret } }, GUEST, 'a@b.c')
    const [old = ''] = reads([FIRST])
    await app.ctx.db
      .insert(unsubscriptions)
      .values({ reader: old, letterGroup: 'runs', createdAt: app.ctx.clock.now() })
    expect(await isOff(app.ctx, reads([SECOND]), 'runs')).toBe(false)
    expect(await isOff(app.ctx, reads([SECOND, FIRST]), 'runs')).toBe(true)
    expect(await isOff(app.ctx, reads([SECOND]), 'runs')).toBe(true)
    expect(await isOff(app.ctx, reads([SECOND]), 'account')).toBe(false)
  } finally {
    await app.close()
  }
})
const GUEST = { id: 'a-guest', kind: 'visitor' } as const

test('of ten processes that start at once with two secrets, those of one secret run', async () => {
  const empty = await createTestDatabase()
  try {
    const startsWith = (secret: string) =>
      refuseOtherSecret({
        db: empty.db,
        config: readConfig({ SECRET: secret }, () => secret),
        clock: { now: () => new Date() },
      }).then(
        () => secret,
        () => 'refused',
      )
    const starts = Array.from({ length: 10 }, (_, each) => startsWith(each % 2 ? FIRST : SECOND))
    const ran = await Promise.all(starts)
    const [kept] = await empty.db.select().from(serverSecret)
    const own = kept?.fingerprint === fingerprintOf(FIRST) ? FIRST : SECOND
    expect(ran.filter((one) => one === own)).toHaveLength(5)
    expect(ran.filter((one) => one === 'refused')).toHaveLength(5)
  } finally {
    await empty.drop()
  }
})
