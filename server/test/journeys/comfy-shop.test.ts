import type { CreationView } from '@vignette/contract/creations.ts'
import type { importWorkflow } from '@vignette/contract/import-workflow.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { TestView } from '@vignette/contract/tests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { enterAs } from '../support/accounts.ts'
import { charged, ended, idOf, pay, publish, remix } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { readZip } from '../support/read-zip.ts'
import { type ComfyStandIn, startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'
import { encodePicture, uploadTo } from '../support/upload.ts'

const sampler = (latent: string) => ({
  model: ['1', 0],
  seed: 41,
  steps: 2,
  cfg: 7,
  sampler_name: 'euler',
  scheduler: 'normal',
  positive: ['2', 0],
  negative: ['3', 0],
  latent_image: [latent, 0],
  denoise: 0.6,
})

/** A photo, words, a seed, and two pictures: as one saves it with "Export (API)". */
const GRAPH = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour in oil', clip: ['1', 1] } },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: 'the planted secret', clip: ['1', 1] } },
  '4': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  '5': { class_type: 'VAEEncode', inputs: { pixels: ['4', 0], vae: ['1', 2] } },
  '6': { class_type: 'KSampler', inputs: sampler('5') },
  '7': { class_type: 'VAEDecode', inputs: { samples: ['6', 0], vae: ['1', 2] } },
  '8': { class_type: 'SaveImage', inputs: { images: ['7', 0], filename_prefix: 'first' } },
  '9': { class_type: 'ImageInvert', inputs: { image: ['7', 0] } },
  '10': { class_type: 'SaveImage', inputs: { images: ['9', 0], filename_prefix: 'second' } },
}

let comfy: ComfyStandIn
let app: TestApp
let creator: Browser
beforeAll(async () => {
  comfy = await startComfyStandIn()
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', COMFYUI_URL: comfy.origin },
  })
  creator = await enterAs(app, 'comfy-shop@example.com')
  await approve(app.ctx, await idOf(creator))
})
afterAll(async () => {
  await app.close()
  await comfy.close()
})

test('a graph of ComfyUI is imported, tried, published, and bought by a guest as a set', async () => {
  const cookie = [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const csrf = creator.cookies.get('csrf_token') ?? ''
  const answer = await fetch(`${app.url}${API_BASE}/workflows/import?name=Harbour`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-csrf-token': csrf },
    body: JSON.stringify(GRAPH),
  })
  const read = (await answer.json()) as z.infer<typeof importWorkflow.answer>
  expect(read).toMatchObject({ faults: [], missing: [] })
  const taken = read.form.filter((one) => one.taken).map(({ kind, value }) => [kind, value])
  expect(new Map(taken as [string, string][])).toEqual(
    new Map([
      ['photo', 'example.png'],
      ['words', 'a harbour in oil'],
      ['seed', '41'],
    ]),
  )
  const photo = async (by: Browser) =>
    (await uploadTo(app.url, 'image', await encodePicture('png', 256, 192), { browser: by })).body
      .url

  const terms = { price: 500, proof: { draws: 2 } }
  const { id } = await publish(creator, { ...read.document, ...terms })
  const tried = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
    user_inputs: { photo: await photo(creator), words: 'a try' },
  })
  const testId = tried.body.job_id
  await ended(creator, testId)
  const seen = (await creator.json<TestView>(`/tests/${testId}`)).body
  expect([seen.status, seen.passed]).toEqual(['COMPLETED', true])

  const guest = new Visitor(app.url)
  const user_inputs = { photo: await photo(guest), words: 'a harbour at dusk' }
  const session_id = await pay(guest, id, { user_inputs })
  const started = await remix(guest, id, { session_id, user_inputs })
  const made = (await ended(guest, started.body.job_id)).result.id
  const view = async () => (await guest.json<CreationView>(`/creations/${made}`)).body
  expect(await view()).toMatchObject({ file_count: 2, proof: { price: 500 } })
  expect((await guest.call('POST', `/creations/${made}/keep`)).status).toBe(200)
  expect((await charged(guest, made)).amount).toBe(500)
  expect((await view()).proof).toBeNull()

  const zip = await guest.fetch(`/api/v1/creations/${made}/download?format=zip`)
  const files = readZip(Buffer.from(await zip.arrayBuffer()))
  expect([...files.keys()]).toEqual([1, 2].map((at) => `creation-${made}-${at}.png`))
  const [first, second] = [...files.values()]
  expect(first?.equals(second ?? Buffer.of())).toBe(false)
  for (const bytes of files.values()) expect(bytes.includes('planted')).toBe(false)
  // The server of ComfyUI got this buyer's words and picture, and a seed of the run's own.
  const sent = JSON.stringify(comfy.prompts.at(-1))
  expect(sent).toContain('a harbour at dusk')
  expect(sent).not.toContain('example.png')
  expect(sent).not.toContain('"seed":41')
})
