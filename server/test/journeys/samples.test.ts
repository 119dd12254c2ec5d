import type { CreationView } from '@vignette/contract/creations.ts'
import type { WorkflowCard, WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPicture } from '../support/access/world.ts'
import { publish, recipeFor, remix, remixNow, tryPublish } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PHOTO = { key: 'photo', type: 'image' }
const RESTYLE = {
  id: 'draw',
  provider: 'local',
  function_type: 'restyle',
  first_image: '{{photo}}',
}

let app: TestApp
let creator: Visitor
let first: string
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new Visitor(app.url)
  first = (await publish(creator)).id
  await approve(app.ctx, creator.anonymousId)
})
afterAll(() => app.close())

function publishWith(actor: Visitor, sample: string) {
  return tryPublish(actor, { sample_creation_url: sample })
}

describe('a sample', () => {
  test('is an own creation or a public one, named by its page or its file', async () => {
    const own = await remixNow(creator, first)
    const shown = await remixNow(new Visitor(app.url), first, { public: true })
    for (const address of [
      `/creations/${own.id}`,
      `${app.url}/creations/${shown.id}?from=share`,
      shown.image ?? '',
      `${app.url}${shown.image}`,
    ]) {
      const { status, body } = await publishWith(creator, address)
      expect([address, status, body.error]).toEqual([address, 201, undefined])
      expect(body.sample?.id).toBe(address.includes(own.id) ? own.media?.id : shown.media?.id)
      expect(body.sample?.uploaded).toBe(false)
      const stranger = await fetch(`${app.url}${body.sample_creation_url}`)
      expect(stranger.status).toBe(200)
    }
  })

  test('is never private to another visitor, or missing', async () => {
    const hidden = await remixNow(new Visitor(app.url), first)
    const nobody = '00000000-0000-7000-8000-000000000000'
    for (const address of [
      `/creations/${hidden.id}`,
      hidden.image ?? '',
      `/creations/${nobody}`,
      `/media/${nobody}/aaaaaaaaaaaaaaaa.png`,
      `/media/${'-'.repeat(36)}/aaaaaaaaaaaaaaaa.png`,
    ]) {
      const { status, body } = await publishWith(creator, address)
      expect([address, status]).toEqual([address, 400])
      expect(body.error).toMatch(/^sample_creation_url /)
    }
  })

  test('of another site is left out, and the answer says so', async () => {
    const shown = await remixNow(new Visitor(app.url), first, { public: true })
    for (const address of [
      `https://evil.example${shown.image}`,
      `//evil.example${shown.image}`,
      `https://evil.example/creations/${shown.id}`,
      'http://[',
    ]) {
      const { status, body } = await publishWith(creator, address)
      expect([address, status]).toEqual([address, 201])
      expect(body).toMatchObject({
        sample: null,
        sample_creation_url: null,
        notes: [expect.stringMatching(/^sample_creation_url was left out: /)],
      })
      const kept = await creator.call<WorkflowView>('GET', `/workflows/${body.id}`)
      expect(kept.body).not.toHaveProperty('notes')
      const source = await creator.call<{ sample_creation_url: null }>(
        'GET',
        `/workflows/${body.id}/source`,
      )
      expect(source.body.sample_creation_url).toBeNull()
    }
  })
})

describe('the file of a private creation that was a sample is private again', () => {
  const statusOf = async (path: string | null) => (await fetch(`${app.url}${path}`)).status

  async function sampled() {
    const own = await remixNow(creator, first)
    const { body } = await publishWith(creator, `/creations/${own.id}`)
    const address = body.sample_creation_url
    expect(await statusOf(address)).toBe(200)
    return { own, recipe: body.id, address }
  }

  test('once its recipe is withdrawn, unless another recipe shows the file', async () => {
    const { own, recipe: withdrawn, address } = await sampled()
    const other = (await publishWith(creator, `/creations/${own.id}`)).body.id
    await creator.call('DELETE', `/workflows/${withdrawn}`)
    expect(await statusOf(address)).toBe(200)
    await creator.call('DELETE', `/workflows/${other}`)
    expect(await statusOf(address)).toBe(404)
    const seen = await creator.call<CreationView>('GET', `/creations/${own.id}`)
    expect(await statusOf(seen.body.image)).toBe(404)
    expect((await creator.fetch(seen.body.image ?? '')).status).toBe(200)
  })

  test('once another sample replaces it', async () => {
    const { recipe: changed, address } = await sampled()
    const next = await remixNow(creator, first)
    const document = recipeFor(creator.anonymousId, {
      sample_creation_url: `/creations/${next.id}`,
    })
    const { body } = await creator.call<WorkflowView>('PUT', `/workflows/${changed}`, document)
    expect(body.sample?.id).toBe(next.media?.id)
    expect(await statusOf(address)).toBe(404)
    expect(await statusOf(body.sample_creation_url)).toBe(200)
  })

  test("the file is deleted with the creation, from other creators' recipes too", async () => {
    const { own, recipe: theirs, address } = await sampled()
    const { body } = await publishWith(new Visitor(app.url), address ?? '')
    await creator.call('DELETE', `/creations/${own.id}`)
    expect(await statusOf(address)).toBe(404)
    // A restore does not make the creation public again.
    await creator.call('POST', `/creations/${own.id}/restore`)
    const back = await creator.call<CreationView>('GET', `/creations/${own.id}`)
    expect(await statusOf(back.body.image)).toBe(404)
    for (const id of [theirs, body.id]) {
      const seen = await creator.call<WorkflowView>('GET', `/workflows/${id}`)
      expect(seen.body.sample).toBeNull()
    }
  })
})

test('a sample tells its words, and its maker decides whether the picture before is shown', async () => {
  const { id } = await publish(creator, {
    inputs: [PHOTO, { key: 'wish', type: 'text' }],
    steps: [{ ...RESTYLE, prompt: 'A {{wish}}' }],
  })
  const given = await remixNow(new Visitor(app.url), first, { public: true })
  const photo = given.media?.id
  const made = await remixNow(creator, id, {
    user_inputs: { photo, wish: 'boat' },
    public: true,
  })
  const stranger = new Visitor(app.url)
  const page = async () => (await stranger.call<WorkflowView>('GET', `/workflows/${id}`)).body
  // A list is cached for a second, so each call asks for another page size.
  const beforeOnCard = async (perPage: number) => {
    const list = await stranger.call<{ workflows: WorkflowCard[] }>(
      'GET',
      `/workflows?per_page=${perPage}`,
    )
    return list.body.workflows.find((card) => card.id === id)?.sample_before?.id
  }
  const share = (share_inputs: boolean) =>
    creator.call('PATCH', `/creations/${made.id}`, { share_inputs })

  const unshared = await page()
  expect(unshared.sample?.id).toBe(made.media?.id)
  expect(unshared.sample_run).toEqual({ creation_id: made.id, inputs: { wish: 'boat' } })
  expect(unshared.sample_before).toBeUndefined()
  expect(await beforeOnCard(45)).toBeUndefined()
  await share(true)
  const shared = await page()
  expect(shared.sample_before?.id).toBe(photo)
  expect(await beforeOnCard(46)).toBe(photo)
  expect((await fetch(`${app.url}${shared.sample_before?.url}`)).status).toBe(200)
  await share(false)
  expect((await page()).sample_before).toBeUndefined()
  expect(await beforeOnCard(47)).toBeUndefined()
  await creator.call('PATCH', `/creations/${made.id}`, { public: false })
  const closed = await page()
  expect([closed.sample, closed.sample_run]).toEqual([null, undefined])
})

test('the words of a private creation are not told where it is the sample', async () => {
  const own = await remixNow(creator, first)
  const { body } = await publishWith(creator, `/creations/${own.id}`)
  expect(body.sample?.id).toBe(own.media?.id)
  expect(body.sample_run).toBeUndefined()
})

test('a public creation that was a sample stays public when the recipe is withdrawn', async () => {
  const shown = await remixNow(creator, first, { public: true })
  const { body } = await publishWith(creator, `/creations/${shown.id}`)
  await creator.call('DELETE', `/workflows/${body.id}`)
  expect((await fetch(`${app.url}${shown.image}`)).status).toBe(200)
})

test('a picture that is too small for the image uploader is refused as an input', async () => {
  const visitor = new Browser(app.url)
  const recipes = [PHOTO, { ...PHOTO, image_size: '64x64' }].map((input) =>
    publish(creator, { inputs: [input], steps: [RESTYLE] }),
  )
  const form = await aPicture(64, 64)
  const { body: upload } = await visitor.json<{ id: string }>('/upload/image', { form })
  const [any, fixed] = await Promise.all(recipes)
  const ask = (workflow?: WorkflowView) =>
    remix(visitor, workflow?.id ?? '', { user_inputs: { photo: upload.id } })
  const refused = await ask(any)
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'photo: Image width too small. Minimum: 100px, got: 64px',
  ])
  expect((await ask(fixed)).status).toBe(200)
})

test("an input that names another caller's file is refused with its place", async () => {
  const { id: workflow } = await publish(creator, {
    inputs: [{ key: 'photo', type: 'image' }],
    steps: [RESTYLE],
  })
  const stranger = await remixNow(new Visitor(app.url), first)
  const shown = await remixNow(new Visitor(app.url), first, { public: true })
  for (const photo of [
    stranger.image,
    stranger.media?.id,
    `https://evil.example${shown.image}`,
    `/media/${'-'.repeat(36)}/x.png`,
    `/media/${'0'.repeat(36)}/x.png`,
    'f'.repeat(36),
  ]) {
    const { status, body } = await creator.call<{ details: unknown }>(
      'POST',
      `/workflows/${workflow}/creations`,
      { user_id: creator.anonymousId, user_inputs: { photo } },
    )
    expect([photo, status]).toEqual([photo, 400])
    const message = 'photo names no file of yours. Please upload it again.'
    expect(body.details).toEqual([{ path: 'user_inputs.photo', message }])
  }
})
