import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { creations } from '../../src/schema/creations.ts'
import { jobs } from '../../src/schema/generation.ts'
import { principals } from '../../src/schema/identity.ts'
import { payments } from '../../src/schema/payments.ts'
import {
  DRAW,
  openCheckout,
  pay,
  publish,
  type Refusal,
  recipeFor,
  remixNow,
  tryPublish,
  tryRemix,
} from '../support/acts.ts'
import { Browser } from '../support/browser.ts'
import { act, newPerson, openMarket, openModerated, queue, report } from '../support/moderation.ts'
import { picture } from '../support/scripted-provider.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

async function open(env: Record<string, string> = {}): Promise<TestApp> {
  app = await openModerated(env)
  return app
}

const person = (email: string, admin = false) => newPerson(app, email, admin)
const market = () => openMarket(app)

describe('a report', () => {
  test('reports by several people of one object make one entry of the queue, and a report of an object that its sender cannot see is refused', async () => {
    await open()
    const { fan, creator, creation, recipe, admin, stranger } = await market()
    const first = await report(stranger, 'creation', creation.id)
    expect(first.status).toBe(201)
    expect((await report(stranger, 'creation', creation.id)).body.id).toBe(first.body.id)
    await report(creator, 'creation', creation.id)
    await report(fan, 'workflow', recipe.id)
    const open_ = await queue(admin)
    expect(open_.map((entry) => [entry.subject_id, entry.reports])).toEqual([
      [creation.id, 2],
      [recipe.id, 1],
    ])
    const own = await remixNow(fan.browser, recipe.id)
    expect((await report(stranger, 'creation', own.id)).status).toBe(404)
    expect((await report(stranger, 'workflow', creation.id)).status).toBe(404)
  })

  test('sent ten times at once by one person is one report', async () => {
    await open()
    const { creation, creator, admin } = await market()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => report(creator, 'creation', creation.id)),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect((await queue(admin))[0]?.reports).toBe(1)
  })
})

describe('the picture’s score', () => {
  test('above the threshold of review delivers the creation to its owner and keeps it private until an admin decides', async () => {
    await open({ NSFW_THRESHOLD: '0' })
    const { fan, creation, recipe, admin, stranger } = await market()
    expect(creation.public).toBe(false)
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(404)
    const publish_ = () =>
      fan.browser.json<Refusal>(`/creations/${creation.id}`, {
        method: 'PATCH',
        body: { public: true },
      })
    expect((await publish_()).body.code).toBe('content_refused')
    // The creation cannot become public as a recipe's sample either.
    const sample = await tryPublish(fan.browser, { sample_creation_url: creation.image })
    expect(sample.body.code).toBe('content_refused')
    const [entry] = await queue(admin)
    expect(entry).toMatchObject({ subject_id: creation.id, source: 'classifier' })
    expect((await admin.browser.fetch(creation.image ?? '')).status).toBe(200)
    await act(admin, entry?.id ?? '', 'dismiss')
    expect((await publish_()).status).toBe(200)
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(200)
    expect(recipe.id).toBe(creation.workflow_id)
  })

  test('above the threshold of review keeps an upload from becoming a public sample', async () => {
    await open({ NSFW_THRESHOLD: '0' })
    const creator = await person('creator@example.com')
    const form = new FormData()
    const drawn = await picture()
    if (drawn.state !== 'done' || drawn.product.from !== 'bytes') throw new Error('no picture')
    form.append('file', new Blob([new Uint8Array(drawn.product.bytes)]), 'a.png')
    const { body } = await creator.browser.json<{ url: string }>('/upload/image', { form })
    const answer = await tryPublish(creator.browser, { sample_creation_url: body.url })
    expect(answer.body.code).toBe('content_refused')
    expect((await new Browser(app.url).fetch(body.url)).status).toBe(404)
  })

  test('above the threshold of refusal fails the run, which is neither delivered nor charged', async () => {
    await open({ NSFW_REFUSE_THRESHOLD: '0' })
    const creator = await person('creator@example.com')
    const fan = await person('fan@example.com')
    const recipe = await publish(creator.browser, { price: 300 })
    const session_id = await pay(fan.browser, recipe.id)
    const answer = await tryRemix(fan.browser, recipe.id, { session_id })
    expect(answer.status).toBe(502)
    expect(answer.body.error).toMatch(/not allowed here.*nothing was charged/)
    const [job] = await app.ctx.db.select().from(jobs)
    expect(job).toMatchObject({ status: 'FAILED', errorCode: 'content_refused' })
    const [creation] = await app.ctx.db.select().from(creations)
    expect(creation?.deliveredAt).toBeNull()
    const [payment] = await app.ctx.db.select().from(payments)
    expect(payment).toMatchObject({ state: 'authorized', jobId: null, captured: 0 })
    const released = await fan.browser.json(`/payment/${payment?.id}/release`, { method: 'POST' })
    expect(released.body).toMatchObject({ state: 'released' })
  })
})

describe('a text', () => {
  const BAD = 'how to build a pipe bomb'

  test('a forbidden text of a remix is refused with its field and words, before any checkout', async () => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser, {
      price: 300,
      inputs: [{ key: 'wish', type: 'text', display_name: 'Your wish' }],
    })
    const stranger = new Browser(app.url)
    for (const wish of ['A pipe bomb', 'a p1pe bоmb', 'a p.i.p.e b\u200bomb']) {
      const answer = await openCheckout(stranger, recipe.id, { user_inputs: { wish } })
      expect(answer.status).toBe(422)
      expect(answer.body.code).toBe('content_refused')
      const written = wish.slice(2).replace('\u200b', '')
      expect(answer.body.error).toBe(`The words “${written}” are not allowed here.`)
      expect(answer.body.details?.[0]).toMatchObject({
        path: 'user_inputs.wish',
        message: answer.body.error,
      })
    }
    expect(await app.ctx.db.select().from(payments)).toEqual([])
  })

  test('is also refused where only recipe and input together match a rule, and the recipe’s words stay secret', async () => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser, {
      steps: [{ ...DRAW, prompt: 'How to build a pipe {{wish}}' }],
    })
    const refused = await tryRemix(new Browser(app.url), recipe.id, {
      user_inputs: { wish: 'bomb' },
    })
    expect(refused.body).toMatchObject({ code: 'content_refused' })
    const message = 'The word “bomb” is not allowed in this recipe.'
    expect(refused.body.details).toEqual([{ path: 'user_inputs.wish', message }])
    expect(refused.body.error).toBe(message)
    const fine = await tryRemix(new Browser(app.url), recipe.id, { user_inputs: { wish: 'organ' } })
    expect(fine.status).toBe(200)
  })

  test.each([
    ['five hundred times one letter', 'x'.repeat(500)],
    ['kisses', 'a fox xxx'],
    ['a size', 'Size XXX'],
    ['a breed', 'My Maine Coon cat on a sofa'],
    ['a town', 'Gore, New Zealand'],
    ['a house', 'House number 1488'],
  ])('%s is drawn', async (_, wish) => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser)
    const made = await remixNow(new Browser(app.url), recipe.id, { user_inputs: { wish } })
    expect(made).toMatchObject({ user_inputs: { wish } })
  })

  test('words that are only refused together are told as such', async () => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser)
    const refused = await tryRemix(new Browser(app.url), recipe.id, {
      user_inputs: { wish: 'My teacher, naked' },
    })
    expect(refused.body.error).toBe(
      'The words “My teacher” and “naked” are not allowed here together.',
    )
  })

  test('a forbidden text of a recipe is refused in every field, and the refusal names the field', async () => {
    await open()
    const creator = await person('creator@example.com')
    const changes: [string, object][] = [
      ['name', { name: BAD }],
      ['description', { description: BAD }],
      ['inputs[0].description', { inputs: [{ key: 'wish', type: 'text', description: BAD }] }],
      ['inputs[0].value', { inputs: [{ key: 'wish', type: 'text', value: BAD }] }],
      ['inputs[0].options[1]', { inputs: [{ key: 'wish', type: 'text', options: ['x', BAD] }] }],
      ['steps[0].prompt', { steps: [{ ...DRAW, prompt: BAD }] }],
      ['steps[0].params', { steps: [{ ...DRAW, params: { title: BAD } }] }],
    ]
    for (const [path, change] of changes) {
      const answer = await tryPublish(creator.browser, change)
      expect(answer.body.code, path).toBe('content_refused')
      expect(answer.body.details?.map((detail) => detail.path)).toContain(path)
    }
    expect(recipeFor(creator.id).name).not.toBe(BAD)
  })
})

test("a new username shows on the creator's recipes at once", async () => {
  await open()
  const { creator, recipe, stranger } = await market()
  await creator.browser.json('/users', { method: 'PUT', body: { username: 'marta' } })
  const view = await stranger.browser.json<{ creator_handle: string }>(`/workflows/${recipe.id}`)
  expect(view.body.creator_handle).toBe('marta')
  const found = await stranger.browser.json<{ total: number }>('/workflows?creator=marta')
  expect(found.body.total).toBe(1)
  const [row] = await app.ctx.db.select().from(principals).where(eq(principals.id, creator.id))
  expect(row?.username).toBe('marta')
})
