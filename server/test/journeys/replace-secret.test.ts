import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { fingerprintOf, refuseOtherSecret } from '../../src/main/refuse-other-secret.ts'
import { runCommand } from '../../src/main/run-command.ts'
import { serverSecret } from '../../src/main/tables.ts'
import {
  type ObjectStore,
  startObjectStore,
} from '../../src/platform/storage/test-support/start-object-store.ts'
import type { ManualPayouts } from '../../src/providers/payouts/manual/details-page.ts'
import { manualAccounts } from '../../src/providers/payouts/manual/tables.ts'
import { notices } from '../../src/schema/notices.ts'
import { enterAs } from '../support/accounts.ts'
import { publish, remixNow } from '../support/acts.ts'
import { Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createTestDatabase, type TestDatabase } from '../support/create-test-database.ts'
import { s3Environment } from '../support/s3-environment.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const FIRST = 'the-first-secret-with-32-characters'
const SECOND = 'the-second-secret-with-32-characters'
const THIRD = 'the-third-secret-with-32-characters!'

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

  // The old secret, if it is known, opens what it sealed.
  await expect(replace(SECOND, ['--yes'], { OLD_SECRET: THIRD })).rejects.toThrow(
    'OLD_SECRET is not the one that this database belongs to.',
  )
  const kept = await replace(SECOND, ['--yes'], { OLD_SECRET: FIRST })
  expect(kept.code).toBe(0)
  expect(kept.said).toContain('The bank details of 1 creators stay')
  expect(await replace(SECOND, ['--yes'])).toEqual({
    code: 0,
    said: 'The present SECRET is the one of this database: nothing to replace.',
  })
  await expect(start(FIRST)).rejects.toThrow(/^SECRET is not the one/)

  const after = await start(SECOND)
  expect(await bankOf(after)).toMatchObject({ state: 'ready', bankLast4: '3000' })
  // Signed in as before; a read brings a new token for writes.
  const ada2 = move(creator, after)
  expect((await ada2.json('/auth/me')).body).toMatchObject({ id: ada })
  const written = await ada2.json('/users', { method: 'PUT', body: { username: 'ada' } })
  expect(written.status).toBe(200)
  // The visitor is a stranger now, and the old link opens neither page nor file.
  const stranger = visitor.at(after.url)
  expect((await stranger.call('GET', `/creations/${made.id}`)).status).toBe(404)
  expect(await opens(after, made.id, file, key)).toEqual([404, 404])
  await after.close()

  // Without the old secret the details are erased, and their owner is asked again.
  expect((await replace(THIRD, ['--yes'])).code).toBe(0)
  const [row] = await database.db.select().from(manualAccounts)
  expect(row).toMatchObject({ details: null, state: 'started' })
  const asked = await database.db.select().from(notices).where(eq(notices.ownerId, ada))
  expect(asked.map(({ kind }) => kind)).toContain('payout_account_missing')
  const last = await start(THIRD)
  expect(await bankOf(last)).toMatchObject({
    state: 'restricted',
    missing: ['your bank account once more'],
  })
  await giveBank(last, move(ada2, last))
  expect(await bankOf(last)).toMatchObject({ state: 'ready' })
  await last.close()
})

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
