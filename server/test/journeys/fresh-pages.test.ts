import { rm } from 'node:fs/promises'
import type { CreationView } from '@vignette/contract/creations.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publish, remixNow } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { buildTinyWeb } from '../support/build-tiny-web.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Half the TTL of a cached page, so that a page that waits for its TTL fails the test. */
const SOON = { timeout: 5_000 }

let dist: string
let here: TestApp
let there: TestApp
let creator: Visitor
beforeAll(async () => {
  dist = await buildTinyWeb()
  const given = {
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    dist,
  }
  here = await startTestApp(given)
  there = await startTestApp({ ...given, worker: false, beside: here })
  creator = new Visitor(here.url)
})
afterAll(async () => {
  await there.close()
  await here.close()
  await rm(dist, { recursive: true, force: true })
})

const page = async (app: TestApp, path: string) => {
  const response = await fetch(`${app.url}${path}`)
  return `${response.status} ${await response.text()}`
}
/** Caches the page in both processes. */
const warm = (path: string) => Promise.all([page(here, path), page(here, path), page(there, path)])

test('a page is cached: an unannounced change does not show', async () => {
  const { id } = await publish(creator, { name: 'Kept as it is' })
  await approve(here.ctx, creator.anonymousId)
  await warm(`/workflows/${id}`)
  await here.ctx.db.execute(sql`update workflows set name = 'Changed by hand' where id = ${id}`)
  expect(await page(here, `/workflows/${id}`)).toContain('Kept as it is')
})

describe('shows at once in this process and soon in the other:', () => {
  test('a published recipe', async () => {
    await warm('/workflows')
    await publish(creator, { name: 'Just published' })
    expect(await page(here, '/workflows')).toContain('Just published')
    await expect.poll(() => page(there, '/workflows'), SOON).toContain('Just published')
  })

  test('a changed recipe, and a withdrawn one', async () => {
    const { id } = await publish(creator, { name: 'Before the change' })
    const path = `/workflows/${id}`
    await warm(path)
    const source = await creator.call('GET', `${path}/source`)
    await creator.call('PUT', path, { ...source.body, name: 'After the change' })
    expect(await page(here, path)).toContain('After the change')
    await expect.poll(() => page(there, path), SOON).toContain('After the change')
    await creator.call('DELETE', path)
    expect(await page(here, path)).toMatch(/^404 /)
    await expect.poll(() => page(there, path), SOON).toMatch(/^404 /)
  })

  test('a delivered public creation, made private, public again, and deleted', async () => {
    const { id } = await publish(creator)
    const path = `/workflows/${id}`
    const shows = async (shown: boolean, creationId: string) => {
      const wanted = expect.stringContaining(creationId) as string
      const matcher = shown ? wanted : (expect.not.stringContaining(creationId) as string)
      expect(await page(here, path)).toEqual(matcher)
      await expect.poll(() => page(there, path), SOON).toEqual(matcher)
    }
    // The first creation becomes the recipe's sample, which has its own announcement.
    await remixNow(creator, id, { public: true })
    await warm(path)
    const made = await remixNow(creator, id, { public: true })
    await shows(true, made.id)
    await creator.call<CreationView>('PATCH', `/creations/${made.id}`, { public: false })
    await shows(false, made.id)
    await creator.call<CreationView>('PATCH', `/creations/${made.id}`, { public: true })
    await shows(true, made.id)
    await creator.call('DELETE', `/creations/${made.id}`)
    await shows(false, made.id)
  })

  test('a change whose announcements are all lost', async () => {
    await warm('/workflows')
    await here.ctx.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'vignette-listen%' and datname = current_database()`,
    )
    await publish(creator, { name: 'While nobody listened' })
    expect(await page(here, '/workflows')).toContain('While nobody listened')
    await expect.poll(() => page(there, '/workflows'), SOON).toContain('While nobody listened')
  })
})
