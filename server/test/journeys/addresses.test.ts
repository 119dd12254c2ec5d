import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameWorkflows } from '../../src/features/workflows/address.ts'
import { workflowAddresses, workflows } from '../../src/schema/workflows.ts'
import { idOf, publish, type Refusal, recipeFor } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { countQueries } from '../support/count-queries.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let clock: ReturnType<typeof shiftClock>
let stranger: Browser
beforeEach(async () => {
  clock = shiftClock()
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: clock.change,
  })
  stranger = new Browser(app.url)
})
afterEach(() => app.close())

async function enter(name: string, options: { admin?: boolean } = {}) {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, options)
  await approve(app.ctx, await idOf(browser))
  await rename(browser, name)
  return browser
}

const rename = async (browser: Browser, username: string) =>
  expect((await browser.json('/users', { method: 'PUT', body: { username } })).status).toBe(200)

const at = (path: string, by = stranger) => {
  const [handle, name] = path.slice(2).split('/')
  return by.json<{ id: string; address: string } & Refusal>(
    `/storefronts/${handle}/recipes/${name}`,
  )
}

async function nameAnew(by: Browser, id: string, name: string): Promise<string> {
  const body = recipeFor(await idOf(by), { name })
  return (await by.json<WorkflowView>(`/workflows/${id}`, { method: 'PUT', body })).body.address
}

const setState = (by: Browser, id: string, state: string) =>
  by.json<WorkflowView>(`/workflows/${id}/state`, { method: 'PUT', body: { state } })

test('a recipe has a readable address, which an earlier name of recipe or creator leads to', async () => {
  const mara = await enter('mara')
  const recipe = await publish(mara, { name: 'Neon Postcard' })
  expect(recipe.address).toBe('/@mara/neon-postcard')
  const twin = await publish(mara, { name: 'NEON postcard!' })
  expect(twin.address).toBe('/@mara/neon-postcard-2')
  expect((await publish(mara, { name: '🔥' })).address).toBe('/@mara/recipe')
  expect((await publish(mara, { name: '夜' })).address).toBe(`/@mara/${encodeURIComponent('夜')}`)
  expect((await at('/@mara/neon-postcard')).body).toEqual({
    id: recipe.id,
    address: recipe.address,
  })

  expect(await nameAnew(mara, recipe.id, 'Night Card')).toBe('/@mara/night-card')
  const moved = { id: recipe.id, address: '/@mara/night-card' }
  expect((await at('/@mara/neon-postcard')).body).toEqual(moved)
  // The old address stays with its recipe: another one of that name gets the next.
  expect((await publish(mara, { name: 'Neon Postcard' })).address).toBe('/@mara/neon-postcard-3')
  expect(await nameAnew(mara, recipe.id, 'Neon Postcard')).toBe('/@mara/neon-postcard')

  await rename(mara, 'mara.olen')
  const now = { id: recipe.id, address: '/@mara.olen/neon-postcard' }
  expect((await at('/@mara/neon-postcard')).body).toEqual(now)
  expect((await at('/@MARA.olen/Neon-Postcard')).body).toEqual(now)
  expect((await stranger.json<WorkflowView>(`/workflows/${recipe.id}`)).body.address).toBe(
    now.address,
  )

  // After its year the name may be another creator's, and then leads to that creator's recipes alone.
  clock.hours = 366 * 24
  expect((await at('/@mara/neon-postcard')).status).toBe(404)
  const other = await enter('olga')
  await rename(other, 'mara')
  const theirs = await publish(other, { name: 'Other card' })
  expect((await at('/@mara/neon-postcard')).status).toBe(404)
  expect((await at('/@mara/other-card')).body.id).toBe(theirs.id)
})

test('a readable address shows no more than the id', async () => {
  const mara = await enter('mara')
  const admin = await enter('ines', { admin: true })
  const { id } = await publish(mara, { name: 'Secret launch' })
  await setState(mara, id, 'unlisted')
  // It was listed once: people have its address.
  expect((await at('/@mara/secret-launch')).body.id).toBe(id)
  // A name given while it is unlisted can be guessed, and is no address before it is listed.
  expect(await nameAnew(mara, id, 'Second secret')).toBe('/@mara/secret-launch')
  expect((await at('/@mara/second-secret')).status).toBe(404)
  expect((await setState(mara, id, 'paused')).body.address).toBe('/@mara/secret-launch')
  expect((await at('/@mara/secret-launch')).status).toBe(200)
  expect((await setState(mara, id, 'listed')).body.address).toBe('/@mara/second-secret')

  await app.ctx.db.update(workflows).set({ hiddenAt: new Date() }).where(eq(workflows.id, id))
  expect((await at('/@mara/second-secret')).status).toBe(404)
  expect((await at('/@mara/second-secret', mara)).status).toBe(200)
  expect((await at('/@mara/second-secret', admin)).status).toBe(200)
  await app.ctx.db.update(workflows).set({ hiddenAt: null }).where(eq(workflows.id, id))
  await mara.json(`/workflows/${id}`, { method: 'DELETE' })
  expect((await at('/@mara/second-secret', mara)).status).toBe(404)
  for (const path of ['/@mara/a%2Fb', `/@mara/${'x'.repeat(90)}`, '/@no-one/x'])
    expect((await at(path)).status).toBe(404)
})

test('a guest’s recipe gets its address at the sign-in, and ten at once get ten addresses', async () => {
  const guest = new Visitor(app.url)
  const made = await publish(guest, { name: 'Neon' })
  expect(made.address).toBe(`/workflows/${made.id}`)
  await signIn(guest, 'mara@example.com')
  await rename(guest, 'mara')
  expect((await at('/@mara/neon')).body).toEqual({ id: made.id, address: '/@mara/neon' })

  const ben = await enter('ben')
  const ids = []
  for (let count = 0; count < 10; count++) {
    const { id } = await publish(ben, { name: `Draft ${count}` })
    await setState(ben, id, 'unlisted')
    await nameAnew(ben, id, 'Same')
    ids.push(id)
  }
  const listed = await Promise.all(ids.map((id) => setState(ben, id, 'listed')))
  const addresses = listed.map(({ body }) => body.address)
  expect(new Set(addresses).size).toBe(10)
  expect(addresses).toContain('/@ben/same')
  for (const [n, id] of ids.entries()) expect((await at(addresses[n] ?? '')).body.id).toBe(id)
})

test('one statement finds the recipe, and recipes of before get addresses by a task', async () => {
  const mara = await enter('mara')
  const { id } = await publish(mara, { name: 'Neon' })
  await app.ctx.db.delete(workflowAddresses)
  await app.ctx.db.update(workflows).set({ slug: null })
  expect((await at('/@mara/neon')).status).toBe(404)
  await nameWorkflows.run(app.ctx, {}, new AbortController().signal)
  const counter = countQueries('vignette-all')
  try {
    const queries = await counter.during(async () => {
      expect((await at('/@mara/neon')).body).toEqual({ id, address: '/@mara/neon' })
    })
    expect(queries.filter((text) => text.includes('workflow_addresses'))).toHaveLength(1)
  } finally {
    counter.stop()
  }
})

test('a deleted account leaves no address', async () => {
  const mara = await enter('mara')
  await publish(mara, { name: 'Neon' })
  expect((await mara.json('/users/me', { method: 'DELETE' })).status).toBe(200)
  expect((await at('/@mara/neon')).status).toBe(404)
  expect(await app.ctx.db.$count(workflowAddresses)).toBe(0)
})
