import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { principals } from '../../src/schema/identity.ts'
import { idOf, publish, type Refusal, recipeFor, tryPublish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PRICED = { price: 300 }
const ACCEPTING = { accept_creator_terms: CREATOR_TERMS_VERSION }

let app: TestApp
let creator: Browser
let id: string
let count = 0
beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
    change: (ctx) => {
      ctx.config = { ...ctx.config, loopback: false }
    },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  creator = new Browser(app.url)
  count += 1
  await signIn(creator, `creator${count}@example.com`)
  id = await idOf(creator)
})

const acceptedTerms = (version: string | null) =>
  app.ctx.db.update(principals).set({ creatorTerms: version }).where(eq(principals.id, id))

/** What the server says where the terms are missing; undefined where the call succeeds. */
async function refusalOf(path: string, method: string, body: object): Promise<string | undefined> {
  const answer = await creator.json<Refusal>(path, { method, body })
  if (answer.status < 300) return undefined
  expect([answer.status, answer.body.code]).toEqual([409, 'not_ready'])
  expect(answer.body.details).toEqual([{ path: 'creator_terms', message: answer.body.error }])
  return answer.body.error
}

describe('on a public server a price needs the creator terms in force', () => {
  test('of a new recipe, which is not made; the refusal says where they are accepted', async () => {
    const said = await refusalOf('/workflows', 'POST', recipeFor(id, PRICED))
    expect(said).toContain(`${app.url}/terms#creators`)
    expect(said).toContain(`${app.url}/workflows/create`)
    const { body } = await creator.json<{ total: number }>('/workflows')
    expect(body.total).toBe(0)
    await publish(creator, { ...PRICED, ...ACCEPTING })
    await publish(creator, PRICED)
  })

  test('of a recipe that was free, and of none that stays free', async () => {
    const free = await publish(creator)
    const way = [`/workflows/${free.id}`, 'PUT'] as const
    expect(await refusalOf(...way, recipeFor(id))).toBe(undefined)
    expect(await refusalOf(...way, recipeFor(id, PRICED))).toContain('/terms#creators')
    expect(await refusalOf(...way, recipeFor(id, { ...PRICED, ...ACCEPTING }))).toBe(undefined)
  })

  test('of an old version that is published again after the terms changed', async () => {
    const made = await publish(creator, { ...PRICED, ...ACCEPTING })
    await acceptedTerms('2020-01-01')
    const way = [`/workflows/${made.id}/versions/1/publish`, 'POST'] as const
    expect(await refusalOf(...way, {})).toContain('/terms#creators')
    expect(await refusalOf(...way, { accept_creator_terms: '2020-01-01' })).toContain('in force')
    expect(await refusalOf(...way, ACCEPTING)).toBe(undefined)
    expect(await refusalOf(...way, {})).toBe(undefined)
  })

  test('of a caller with an access token', async () => {
    const { body } = await creator.json<{ token: string }>('/users/me/tokens', {
      body: { label: 'program', scopes: ['workflows:write'] },
    })
    const program = new Browser(app.url)
    const publishAs = (change: object) =>
      program.json<Refusal>('/workflows', {
        body: recipeFor(id, change),
        headers: { authorization: `Bearer ${body.token}` },
      })
    expect((await publishAs(PRICED)).body.code).toBe('not_ready')
    expect((await publishAs({ ...PRICED, ...ACCEPTING })).status).toBe(201)
  })
})

test('on one’s own machine nothing is asked', async () => {
  const before = app.ctx.config
  app.ctx.config = { ...before, loopback: true }
  try {
    expect((await tryPublish(creator, PRICED)).status).toBe(201)
  } finally {
    app.ctx.config = before
  }
})
