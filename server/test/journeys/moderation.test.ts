import type { ReportView } from '@vignette/contract/moderation.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { creations } from '../../src/features/creations/index.ts'
import { jobs } from '../../src/features/generation/index.ts'
import { principals } from '../../src/features/identity/index.ts'
import { media } from '../../src/features/media/index.ts'
import { payments } from '../../src/features/payments/tables.ts'
import { openBrowser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import {
  DRAW,
  idOf,
  publish,
  type Refusal,
  recipeFor,
  remix,
  tryPublish,
  tryRemix,
} from '../support/market.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

async function open(env: Record<string, string> = {}): Promise<TestApp> {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', NSFW_REFUSE_THRESHOLD: '1', ...env },
  })
  return app
}

async function person(email: string, admin = false) {
  const browser = openBrowser(app.url)
  await signIn(browser, email, { admin })
  return { browser, id: await idOf(browser) }
}

async function queue(admin: { browser: ReturnType<typeof openBrowser> }, status = 'open') {
  const { body } = await admin.browser.json<{ reports: ReportView[] }>(
    `/admin/reports?status=${status}`,
  )
  return body.reports
}

function act(admin: { browser: ReturnType<typeof openBrowser> }, id: string, action: string) {
  return admin.browser.json<ReportView & Refusal>(`/admin/reports/${id}/actions`, {
    body: { action, note: 'as the rules say' },
  })
}

function report(who: { browser: ReturnType<typeof openBrowser> }, type: string, id: string) {
  return who.browser.json<{ id: string }>('/reports', {
    body: { subject_type: type, subject_id: id, reason: 'hate', note: '' },
  })
}

/** A creator with a recipe, a fan with a public creation of it, somebody else, and an admin. */
async function market() {
  const creator = await person('creator@example.com')
  const fan = await person('fan@example.com')
  const recipe = await publish(creator.browser, creator.id)
  const creation = await remix(fan.browser, recipe.id, { public: true })
  const admin = await person('admin@example.com', true)
  const stranger = { browser: openBrowser(app.url) }
  return { creator, fan, recipe, creation, admin, stranger }
}

describe('a report', () => {
  test('reaches the queue once for all who report the same thing, and only what they can see', async () => {
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
    const own = await remix(fan.browser, recipe.id)
    expect((await report(stranger, 'creation', own.id)).status).toBe(404)
    expect((await report(stranger, 'workflow', creation.id)).status).toBe(404)
  })

  test('answers ten at once from one person with one report', async () => {
    await open()
    const { creation, creator, admin } = await market()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => report(creator, 'creation', creation.id)),
    )
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect((await queue(admin))[0]?.reports).toBe(1)
  })
})

describe('an admin', () => {
  test('hides a creation with its file and its secret link, and restores all of it', async () => {
    await open()
    const { fan, creation, recipe, admin, stranger } = await market()
    const link = await fan.browser.json<{ key: string }>(`/creations/${creation.id}/secret-link`, {
      method: 'POST',
    })
    const { body: reported } = await report(stranger, 'creation', creation.id)
    const fileOf = async (who: typeof stranger) => {
      const view = await who.browser.json<typeof creation>(`/creations/${creation.id}`)
      return view.body.image ?? ''
    }
    const before = await fileOf(stranger)
    expect((await stranger.browser.fetch(before)).status).toBe(200)

    const hidden = await act(admin, reported.id, 'hide')
    expect(hidden.body).toMatchObject({ subject_hidden: true, status: 'resolved' })
    const paths = [
      `/creations/${creation.id}`,
      `/creations/${creation.id}?key=${link.body.key}`,
      `/creations/${creation.id}/download`,
      `/workflows/${recipe.id}/creations/${creation.id}`,
    ]
    for (const path of paths) expect((await stranger.browser.json(path)).status).toBe(404)
    expect((await stranger.browser.fetch(before)).status).toBe(404)
    const list = await stranger.browser.json<{ total: number }>(`/workflows/${recipe.id}/creations`)
    expect(list.body.total).toBe(0)
    const card = await stranger.browser.json<{ sample: unknown }>(`/workflows/${recipe.id}`)
    expect(card.body.sample).toBeNull()
    // Its owner still has it, and cannot make it public again.
    const file = await fileOf(fan)
    expect((await fan.browser.fetch(file)).status).toBe(200)
    expect((await stranger.browser.fetch(`${file}?key=${link.body.key}`)).status).toBe(404)
    for (const change of [{ public: false }, { public: true }]) {
      await fan.browser.json(`/creations/${creation.id}`, { method: 'PATCH', body: change })
    }
    expect((await stranger.browser.json(paths[0] ?? '')).status).toBe(404)
    expect((await stranger.browser.fetch(await fileOf(fan))).status).toBe(404)
    const sample = await tryPublish(fan.browser, fan.id, { sample_creation_url: await fileOf(fan) })
    expect(sample.body.code).toBe('content_refused')
    await act(admin, reported.id, 'restore')
    await fan.browser.json(`/creations/${creation.id}`, { method: 'PATCH', body: { public: true } })
    expect((await stranger.browser.json(paths[0] ?? '')).status).toBe(200)
    expect((await stranger.browser.json(paths[1] ?? '')).status).toBe(200)
    expect((await stranger.browser.fetch(await fileOf(stranger))).status).toBe(200)
  })

  test('hides a recipe from the catalogue and from remixes at once', async () => {
    await open()
    const { creator, recipe, admin, stranger } = await market()
    const { body } = await report(stranger, 'workflow', recipe.id)
    await act(admin, body.id, 'hide')
    const list = await stranger.browser.json<{ total: number }>('/workflows')
    expect(list.body.total).toBe(0)
    expect((await stranger.browser.json(`/workflows/${recipe.id}`)).status).toBe(404)
    expect((await tryRemix(stranger.browser, recipe.id)).status).toBe(404)
    expect((await creator.browser.json(`/workflows/${recipe.id}`)).body).toMatchObject({
      hidden: true,
    })
    const own = async (who: typeof stranger) => {
      const answer = await who.browser.json<{ workflows: WorkflowCard[] }>('/workflows?creator=me')
      return answer.body.workflows.map(({ id, hidden }) => ({ id, hidden }))
    }
    expect(await own(creator)).toEqual([{ id: recipe.id, hidden: true }])
    expect(await own(stranger)).toEqual([])
    await act(admin, body.id, 'restore')
    expect((await stranger.browser.json(`/workflows/${recipe.id}`)).status).toBe(200)
    expect(await own(creator)).toEqual([{ id: recipe.id, hidden: undefined }])
    expect(await own(stranger)).toEqual([])
  })

  test('bans: sessions end, what was public is gone, and comes back with the ban’s end', async () => {
    await open()
    const { creator, fan, recipe, creation, admin, stranger } = await market()
    const hiddenBefore = await remix(fan.browser, recipe.id, { public: true })
    const about = await report(stranger, 'creation', hiddenBefore.id)
    await act(admin, about.body.id, 'hide')
    const token = await fan.browser.json<{ access_token: string }>('/users/me/tokens', {
      body: { label: 'script' },
    })
    const { body } = await report(stranger, 'creation', creation.id)
    const banned = await act(admin, body.id, 'ban')
    expect(banned.body.author_banned).toBe(true)

    expect((await fan.browser.json('/auth/me')).status).toBe(401)
    const bearer = { authorization: `Bearer ${token.body.access_token}` }
    expect((await openBrowser(app.url).json('/auth/me', { headers: bearer })).status).toBe(401)
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(404)
    expect((await stranger.browser.fetch(creation.image ?? '')).status).toBe(404)
    const gallery = await stranger.browser.json<{ items: unknown[] }>(`/users/${fan.id}/creations`)
    expect(gallery.body.items).toEqual([])

    // Whoever signs in again keeps the right to take or delete what is theirs, and no other.
    const again = await person('fan@example.com')
    expect(again.id).toBe(fan.id)
    expect((await again.browser.fetch('/api/v1/users/me/export')).status).toBe(200)
    expect((await tryRemix(again.browser, recipe.id)).body.code).toBe('banned')
    expect((await tryPublish(again.browser, again.id)).body.code).toBe('banned')
    const renamed = await again.browser.json<Refusal>('/users', {
      method: 'PUT',
      body: { username: 'newname' },
    })
    expect(renamed.body.code).toBe('banned')
    expect((await report(again, 'workflow', recipe.id)).status).toBe(403)

    await act(admin, body.id, 'unban')
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(200)
    expect((await stranger.browser.json(`/creations/${hiddenBefore.id}`)).status).toBe(404)
    expect((await tryRemix(again.browser, recipe.id)).status).toBe(200)
    expect(creator.id).not.toBe(fan.id)
  })

  test('hides a private creation also where it is shown as a sample', async () => {
    await open()
    const { creator, recipe, admin, stranger } = await market()
    const own = await remix(creator.browser, recipe.id)
    const shown = await publish(creator.browser, creator.id, {
      sample_creation_url: `/creations/${own.id}`,
    })
    const address = shown.sample_creation_url ?? ''
    expect((await stranger.browser.fetch(address)).status).toBe(200)
    const { body } = await report(creator, 'creation', own.id)
    await act(admin, body.id, 'hide')
    expect((await stranger.browser.fetch(address)).status).toBe(404)
    const card = await stranger.browser.json<{ sample: unknown }>(`/workflows/${shown.id}`)
    expect(card.body.sample).toBeNull()
  })

  test('bans: a private file that was a sample is gone with its recipe, and back with it', async () => {
    await open()
    const { creator, recipe, admin, stranger } = await market()
    const own = await remix(creator.browser, recipe.id)
    const shown = await publish(creator.browser, creator.id, {
      sample_creation_url: `/creations/${own.id}`,
    })
    const addressOf = async () =>
      (await stranger.browser.json<typeof shown>(`/workflows/${shown.id}`)).body
        .sample_creation_url ?? ''
    const address = await addressOf()
    expect((await stranger.browser.fetch(address)).status).toBe(200)
    const { body } = await report(stranger, 'workflow', shown.id)
    await act(admin, body.id, 'ban')
    expect((await stranger.browser.fetch(address)).status).toBe(404)
    const [file] = await app.ctx.db
      .select()
      .from(media)
      .where(eq(media.id, own.media?.id ?? ''))
    expect(file?.public).toBe(false)
    await act(admin, body.id, 'unban')
    expect((await stranger.browser.fetch(await addressOf())).status).toBe(200)
  })

  test('cannot be banned, and each deed is in the audit log', async () => {
    await open()
    const { admin, recipe, stranger, fan } = await market()
    const own = await remix(admin.browser, recipe.id, { public: true })
    const { body } = await report(stranger, 'creation', own.id)
    expect((await act(admin, body.id, 'ban')).status).toBe(403)
    await act(admin, body.id, 'dismiss')
    await admin.browser.json(`/admin/creators/${fan.id}/approval`, { body: { approved: true } })
    const log = await admin.browser.json<{ entries: { action: string; subject_id: string }[] }>(
      '/admin/audit',
    )
    expect(log.body.entries.map((entry) => [entry.action, entry.subject_id])).toEqual([
      ['approve_creator', fan.id],
      ['dismiss', own.id],
    ])
    expect(log.body.entries[0]).toMatchObject({ subject_type: 'user' })
  })

  test('sees no private creation that nobody reported', async () => {
    await open()
    const { fan, recipe, admin } = await market()
    const own = await remix(fan.browser, recipe.id)
    expect((await admin.browser.json(`/creations/${own.id}`)).status).toBe(404)
    expect((await admin.browser.fetch(own.image ?? '')).status).toBe(404)
    await report(fan, 'creation', own.id)
    expect((await admin.browser.json(`/creations/${own.id}`)).status).toBe(200)
    expect((await admin.browser.fetch(own.image ?? '')).status).toBe(200)
  })

  test('who was signed in by another’s ban stays banned: signing in does not shed it', async () => {
    await open()
    const { recipe, admin, stranger } = await market()
    const made = await remix(stranger.browser, recipe.id, { public: true })
    const { body } = await report(stranger, 'creation', made.id)
    await act(admin, body.id, 'ban')
    await signIn(stranger.browser, 'evader@example.com')
    expect((await tryRemix(stranger.browser, recipe.id)).body.code).toBe('banned')
    const reopened = await report({ browser: admin.browser }, 'creation', made.id)
    expect(reopened.status).toBe(404)
    await act(admin, body.id, 'unban')
    expect((await openBrowser(app.url).json(`/creations/${made.id}`)).status).toBe(200)
  })
})

describe('the picture’s score', () => {
  test('holds a creation: delivered to its owner, not public until an admin has looked', async () => {
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
    // Nor by the side door of a recipe's sample.
    const sample = await tryPublish(fan.browser, fan.id, { sample_creation_url: creation.image })
    expect(sample.body.code).toBe('content_refused')
    const [entry] = await queue(admin)
    expect(entry).toMatchObject({ subject_id: creation.id, source: 'classifier' })
    expect((await admin.browser.fetch(creation.image ?? '')).status).toBe(200)
    await act(admin, entry?.id ?? '', 'dismiss')
    expect((await publish_()).status).toBe(200)
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(200)
    expect(recipe.id).toBe(creation.workflow_id)
  })

  test('keeps an upload from becoming public as sample', async () => {
    await open({ NSFW_THRESHOLD: '0' })
    const creator = await person('creator@example.com')
    const form = new FormData()
    const drawn = await picture()
    if (drawn.state !== 'done' || drawn.product.from !== 'bytes') throw new Error('no picture')
    form.append('file', new Blob([new Uint8Array(drawn.product.bytes)]), 'a.png')
    const { body } = await creator.browser.json<{ url: string }>('/upload/image', { form })
    const answer = await tryPublish(creator.browser, creator.id, { sample_creation_url: body.url })
    expect(answer.body.code).toBe('content_refused')
    expect((await openBrowser(app.url).fetch(body.url)).status).toBe(404)
  })

  test('refuses a result: neither delivered nor charged', async () => {
    await open({ NSFW_REFUSE_THRESHOLD: '0' })
    const creator = await person('creator@example.com')
    const fan = await person('fan@example.com')
    const recipe = await publish(creator.browser, creator.id, { price: 300 })
    const back = `${app.url}/workflows/${recipe.id}/remix`
    const checkout = await fan.browser.json<{ session_id: string; url: string }>(
      '/payment/create-checkout-session',
      { body: { workflow_id: recipe.id, success_url: back, cancel_url: back } },
    )
    await fan.browser.fetch(checkout.body.url, {
      form: new URLSearchParams({ number: '4242424242424242', expiry: '12/34', cvc: '123' }),
    })
    const answer = await tryRemix(fan.browser, recipe.id, { session_id: checkout.body.session_id })
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

  test('of a remix is refused with its field and rule, before any checkout exists', async () => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser, creator.id, {
      price: 300,
      inputs: [{ key: 'wish', type: 'text', display_name: 'Your wish' }],
    })
    const stranger = openBrowser(app.url)
    const back = `${app.url}/workflows/${recipe.id}/remix`
    for (const wish of [BAD, 'h0w to bu1ld a pіpe bоmb', 'how to build a pipe b\u200bomb']) {
      const answer = await stranger.json<Refusal>('/payment/create-checkout-session', {
        body: {
          workflow_id: recipe.id,
          success_url: back,
          cancel_url: back,
          user_inputs: { wish },
        },
      })
      expect(answer.status).toBe(422)
      expect(answer.body.code).toBe('content_refused')
      expect(answer.body.error).toMatch(/^Your wish asks for .+ \(rule [a-z-]+\)/)
      expect(answer.body.details?.[0]).toMatchObject({
        path: 'user_inputs.wish',
        message: answer.body.error,
      })
    }
    expect(await app.ctx.db.select().from(payments)).toEqual([])
  })

  test('is refused too where only recipe and input together say it', async () => {
    await open()
    const creator = await person('creator@example.com')
    const recipe = await publish(creator.browser, creator.id, {
      steps: [{ ...DRAW, prompt: 'How to build a pipe {{wish}}' }],
    })
    const refused = await tryRemix(openBrowser(app.url), recipe.id, {
      user_inputs: { wish: 'bomb' },
    })
    expect(refused.body).toMatchObject({ code: 'content_refused' })
    expect(refused.body.details?.[0]?.path).toBe('user_inputs.wish')
    const fine = await tryRemix(openBrowser(app.url), recipe.id, { user_inputs: { wish: 'organ' } })
    expect(fine.status).toBe(200)
  })

  test.each([
    ['name', { name: BAD }],
    ['description', { description: BAD }],
    ['inputs[0].description', { inputs: [{ key: 'wish', type: 'text', description: BAD }] }],
    ['inputs[0].value', { inputs: [{ key: 'wish', type: 'text', value: BAD }] }],
    ['inputs[0].options[1]', { inputs: [{ key: 'wish', type: 'text', options: ['x', BAD] }] }],
    ['steps[0].prompt', { steps: [{ ...DRAW, prompt: BAD }] }],
    ['steps[0].params', { steps: [{ ...DRAW, params: { title: BAD } }] }],
  ])('of a recipe is refused in its %s', async (path, change) => {
    await open()
    const creator = await person('creator@example.com')
    const answer = await tryPublish(creator.browser, creator.id, change)
    expect(answer.body.code).toBe('content_refused')
    expect(answer.body.details?.map((detail) => detail.path)).toContain(path)
    expect(recipeFor(creator.id).name).not.toBe(BAD)
  })
})

test('a new username shows on one’s recipes at once', async () => {
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
