import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNLIMITED_RATES } from '../support/browser.ts'
import { publishRecipe, remixAtOnce } from '../support/publish-and-remix.ts'
import { DRAW, recipe } from '../support/remixing.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { TestActor } from '../support/test-actor.ts'

const RESTYLE = {
  id: 'draw',
  provider: 'local',
  function_type: 'restyle',
  first_image: '{{photo}}',
}

let app: TestApp
let creator: TestActor
let first: string
beforeAll(async () => {
  app = await startTestApp({
    env: UNLIMITED_RATES,
    providers: [createScriptedProvider({ start: () => picture() })],
  })
  creator = new TestActor(app.url)
  first = await publishRecipe(creator)
})
afterAll(() => app.close())

function publish(actor: TestActor, sample: string) {
  return actor.call<WorkflowView & { code: string; error: string }>(
    'POST',
    '/workflows',
    recipe(actor, [DRAW], 'draw', { sample_creation_url: sample }),
  )
}

describe('a sample', () => {
  test('is a creation of one’s own or a public one, by its page or its file', async () => {
    const own = await remixAtOnce(creator, first)
    const shown = await remixAtOnce(new TestActor(app.url), first, { public: true })
    for (const address of [
      `/creations/${own.id}`,
      `${app.url}/creations/${shown.id}?from=share`,
      shown.image ?? '',
      `${app.url}${shown.image}`,
    ]) {
      const { status, body } = await publish(creator, address)
      expect([address, status, body.error]).toEqual([address, 201, undefined])
      expect(body.sample?.id).toBe(address.includes(own.id) ? own.media?.id : shown.media?.id)
      const stranger = await fetch(`${app.url}${body.sample_creation_url}`)
      expect(stranger.status).toBe(200)
    }
  })

  test('is nothing of another site, nothing private of another’s, and nothing that is not there', async () => {
    const hidden = await remixAtOnce(new TestActor(app.url), first)
    const shown = await remixAtOnce(new TestActor(app.url), first, { public: true })
    const nobody = '00000000-0000-7000-8000-000000000000'
    for (const address of [
      `https://evil.example${shown.image}`,
      `//evil.example${shown.image}`,
      `https://evil.example/creations/${shown.id}`,
      `/creations/${hidden.id}`,
      hidden.image ?? '',
      `/creations/${nobody}`,
      `/media/${nobody}/aaaaaaaaaaaaaaaa.png`,
      `/media/${'-'.repeat(36)}/aaaaaaaaaaaaaaaa.png`,
      'http://[',
    ]) {
      const { status, body } = await publish(creator, address)
      expect([address, status]).toEqual([address, 400])
      expect(body.error).toMatch(/^sample_creation_url /)
    }
  })
})

test('an input that names no file of the caller’s is refused with its place', async () => {
  const workflow = await publishRecipe(creator, {
    inputs: [{ key: 'photo', type: 'image' }],
    steps: [RESTYLE],
  })
  const stranger = await remixAtOnce(new TestActor(app.url), first)
  const shown = await remixAtOnce(new TestActor(app.url), first, { public: true })
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
