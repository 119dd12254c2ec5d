import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepSearches, writeNoted } from '../../src/features/workflows/searches.ts'
import { publish } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let app: TestApp
let maker: Visitor
let zeppelin: string
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
  maker = new Visitor(app.url)
  zeppelin = (await publish(maker, { name: 'Zeppelin over Málaga' })).id
})
afterAll(() => app.close())

let asked = 0
/** Searches as a new visitor; each call has another page size, so that no cached answer is used. */
async function search(q: string, visitor = new Visitor(app.url)) {
  if (visitor.cookies.size === 0) await visitor.call('POST', '/workflows/check', {})
  const path = `/workflows?q=${encodeURIComponent(q)}&per_page=${(asked++ % 40) + 1}`
  const { body } = await visitor.call<{ popular_q?: string[] }>('GET', path)
  return body.popular_q
}
const suggested = async () => {
  await writeNoted(app.ctx)
  return search('xylophonist')
}
const words = async () =>
  (await app.ctx.db.execute<{ word: string }>(sql`select word from searched_words order by word`))
    .rows

test('a word counts from five visitors, however often one of them asks', async () => {
  const one = new Visitor(app.url)
  for (let at = 0; at < 8; at++) await search('zeppelin', one)
  expect(await suggested()).toEqual([])
  // Two visitors may set the same bit, so more than five visitors search.
  for (let at = 0; at < 12; at++) await search('ZEPPELIN malaga')
  expect((await suggested())?.toSorted()).toEqual(['malaga', 'zeppelin'])
})

test('a search that finds recipes suggests no words, and words that no recipe has are not kept', async () => {
  expect(await search('zeppelin')).toBeUndefined()
  await search('mara.olen@example.org zepp')
  await writeNoted(app.ctx)
  expect((await words()).map(({ word }) => word)).toEqual(['malaga', 'zeppelin'])
})

test('a word from earlier weeks, or a word that finds no recipe any more, is not suggested', async () => {
  clock.hours = 15 * 24
  expect(await suggested()).toEqual([])
  clock.hours = 0
  expect(await suggested()).toHaveLength(2)
  await maker.call('PUT', `/workflows/${zeppelin}/state`, { state: 'unlisted' })
  expect(await suggested()).toEqual([])
  clock.hours = 40 * 24
  await sweepSearches.run(app.ctx)
  expect(await words()).toEqual([])
})

test('ten processes write counted searches at once, and none is lost', async () => {
  clock.hours = 0
  await maker.call('PUT', `/workflows/${zeppelin}/state`, { state: 'listed' })
  for (let at = 0; at < 3; at++) {
    await Promise.all(Array.from({ length: 6 }, () => search('zeppelin')))
    await Promise.all(Array.from({ length: 10 }, () => writeNoted(app.ctx)))
  }
  expect(await suggested()).toEqual(['zeppelin'])
})
