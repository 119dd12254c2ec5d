import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { media } from '../../src/schema/media.ts'
import { publish, type Refusal, remixNow, tryPublish, tryRemix } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { act, newPerson, openMarket, openModerated, report } from '../support/moderation.ts'
import type { TestApp } from '../support/start-test-app.ts'

let app: TestApp
afterEach(() => app.close())

async function open(env: Record<string, string> = {}): Promise<TestApp> {
  app = await openModerated(env)
  return app
}

const person = (email: string, admin = false) => newPerson(app, email, admin)
const market = () => openMarket(app)

describe('an admin', () => {
  test('hides a creation with its file and its secret link, and restores all of them', async () => {
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
    // Its owner still sees the creation, and cannot publish it again.
    const file = await fileOf(fan)
    expect((await fan.browser.fetch(file)).status).toBe(200)
    expect((await stranger.browser.fetch(`${file}?key=${link.body.key}`)).status).toBe(404)
    for (const change of [{ public: false }, { public: true }]) {
      await fan.browser.json(`/creations/${creation.id}`, { method: 'PATCH', body: change })
    }
    expect((await stranger.browser.json(paths[0] ?? '')).status).toBe(404)
    expect((await stranger.browser.fetch(await fileOf(fan))).status).toBe(404)
    const sample = await tryPublish(fan.browser, { sample_creation_url: await fileOf(fan) })
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

  test('bans: sessions end and public objects are hidden, and return with the end of the ban', async () => {
    await open()
    const { creator, fan, recipe, creation, admin, stranger } = await market()
    const hiddenBefore = await remixNow(fan.browser, recipe.id, { public: true })
    const about = await report(stranger, 'creation', hiddenBefore.id)
    await act(admin, about.body.id, 'hide')
    const token = await fan.browser.json<{ token: string }>('/users/me/tokens', {
      body: { label: 'script' },
    })
    const { body } = await report(stranger, 'creation', creation.id)
    const banned = await act(admin, body.id, 'ban')
    expect(banned.body.author_banned).toBe(true)

    expect((await fan.browser.json('/auth/me')).status).toBe(401)
    const bearer = { authorization: `Bearer ${token.body.token}` }
    expect((await new Browser(app.url).json('/auth/me', { headers: bearer })).status).toBe(401)
    expect((await stranger.browser.json(`/creations/${creation.id}`)).status).toBe(404)
    expect((await stranger.browser.fetch(creation.image ?? '')).status).toBe(404)
    const gallery = await stranger.browser.json<{ items: unknown[] }>(`/users/${fan.id}/creations`)
    expect(gallery.body.items).toEqual([])

    // A banned person who signs in again may only export or delete the account.
    const again = await person('fan@example.com')
    expect(again.id).toBe(fan.id)
    expect((await again.browser.fetch('/api/v1/users/me/export')).status).toBe(200)
    expect((await tryRemix(again.browser, recipe.id)).body.code).toBe('banned')
    expect((await tryPublish(again.browser)).body.code).toBe('banned')
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

  test('hides a private creation also where a recipe shows it as a sample', async () => {
    await open()
    const { creator, recipe, admin, stranger } = await market()
    const own = await remixNow(creator.browser, recipe.id)
    const shown = await publish(creator.browser, {
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

  test('bans: a private file used as a sample is hidden with its recipe, and returns with the recipe', async () => {
    await open()
    const { creator, recipe, admin, stranger } = await market()
    const own = await remixNow(creator.browser, recipe.id)
    const shown = await publish(creator.browser, {
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

  test('cannot be banned, and every action is in the audit log', async () => {
    await open()
    const { admin, recipe, stranger, fan } = await market()
    const own = await remixNow(admin.browser, recipe.id, { public: true })
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
    const { body: self } = await admin.browser.json<{ email: string; handle: string }>('/auth/me')
    expect(log.body.entries[0]).toMatchObject({
      subject_type: 'user',
      actor: self.handle,
      actor_email: self.email,
    })
  })

  test('cannot see a private creation without a report', async () => {
    await open()
    const { fan, recipe, admin } = await market()
    const own = await remixNow(fan.browser, recipe.id)
    expect((await admin.browser.json(`/creations/${own.id}`)).status).toBe(404)
    expect((await admin.browser.fetch(own.image ?? '')).status).toBe(404)
    await report(fan, 'creation', own.id)
    expect((await admin.browser.json(`/creations/${own.id}`)).status).toBe(200)
    expect((await admin.browser.fetch(own.image ?? '')).status).toBe(200)
  })

  test('bans: a banned visitor who signs in stays banned', async () => {
    await open()
    const { recipe, admin, stranger } = await market()
    const made = await remixNow(stranger.browser, recipe.id, { public: true })
    const { body } = await report(stranger, 'creation', made.id)
    await act(admin, body.id, 'ban')
    await signIn(stranger.browser, 'evader@example.com')
    expect((await tryRemix(stranger.browser, recipe.id)).body.code).toBe('banned')
    const reopened = await report({ browser: admin.browser }, 'creation', made.id)
    expect(reopened.status).toBe(404)
    await act(admin, body.id, 'unban')
    expect((await new Browser(app.url).json(`/creations/${made.id}`)).status).toBe(200)
  })
})
