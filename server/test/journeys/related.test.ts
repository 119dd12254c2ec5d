import type { CreationView } from '@vignette/contract/creations.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepMedia } from '../../src/features/media/sweep-media.ts'
import { publish, remixNow } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const clock = shiftClock()
let app: TestApp
let maker: Visitor
let fan: Visitor
let dark: string
let light: string
beforeAll(async () => {
  // The prompt decides the colour, so that similar prompts make similar pictures.
  const start = ({ prompt }: { prompt?: string | null | undefined }) =>
    picture(prompt?.includes('night') ? '#101830' : '#f4e8d0')
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start })],
    change: clock.change,
  })
  maker = new Visitor(app.url)
  fan = new Visitor(app.url)
  dark = (await publish(maker, { name: 'Dark', category: 'places' })).id
  light = (await publish(new Visitor(app.url), { name: 'Light', category: 'places' })).id
})
afterAll(() => app.close())

const make = (recipe: string, wish: string, change: object = {}) =>
  remixNow(fan, recipe, { user_inputs: { wish }, public: true, ...change })
const seen = async () => {
  const { rows } = await app.ctx.db.execute<{ total: number }>(
    sql`select count(*)::int as total from media_features`,
  )
  return rows[0]?.total
}
const nearTo = async ({ id }: Pick<CreationView, 'id'>, who = new Visitor(app.url)) => {
  // The server reads the pictures to compare every few minutes.
  clock.hours += 0.1
  const { status, body } = await who.call<{ creations: { id: string }[] }>(
    'GET',
    `/creations/${id}/related`,
  )
  return status === 200 ? body.creations.map((one) => one.id) : status
}

test('creations that look alike are found across recipes, the nearest first', async () => {
  const night = await make(dark, 'night')
  const day = await make(dark, 'day')
  const otherNight = await make(light, 'night over a hill')
  const own = await make(light, 'night alone', { public: false })
  await expect.poll(seen, { timeout: 20_000 }).toBe(4)
  expect(await nearTo(night)).toEqual([otherNight.id, day.id])
  expect((await nearTo(day)) as string[]).toHaveLength(2)
  // The owner of a private creation is shown similar public ones; any other caller gets a 404.
  expect(await nearTo(own, fan)).toHaveLength(3)
  expect(await nearTo(own)).toBe(404)

  await fan.call('PATCH', `/creations/${otherNight.id}`, { public: false })
  expect(await nearTo(night)).toEqual([day.id])
  await fan.call('PATCH', `/creations/${otherNight.id}`, { public: true })
})

test('a recipe leads to recipes with a similar sample, then to further recipes of its category', async () => {
  const related = async (id: string) => {
    clock.hours += 0.1
    const { body } = await fan.call<{ workflows: { name: string }[] }>(
      'GET',
      `/workflows/${id}/related`,
    )
    return body.workflows.map(({ name }) => name)
  }
  const { id: bare } = await publish(new Visitor(app.url), { name: 'Bare', category: 'places' })
  const { id: alone } = await publish(new Visitor(app.url), { name: 'Alone' })
  const [first] = await related(dark)
  expect(first).toBe('Light')
  expect((await related(dark)).toSorted()).toEqual(['Bare', 'Light'])
  expect((await related(bare)).toSorted()).toEqual(['Dark', 'Light'])
  expect(await related(alone)).toEqual([])
  await maker.call('PUT', `/workflows/${dark}/state`, { state: 'unlisted' })
  expect(await related(bare)).toEqual(['Light'])
})

test('the features of a picture are deleted with its file', async () => {
  const gone = await make(light, 'day by day')
  await expect.poll(seen, { timeout: 20_000 }).toBe(5)
  await fan.call('DELETE', `/creations/${gone.id}`)
  clock.hours += 60
  await sweepMedia.run(app.ctx)
  expect(await seen()).toBe(4)
})
