import type { ProviderView } from '@vignette/contract/app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveMetrics } from '../../src/main/serve-metrics.ts'
import { openDatabase } from '../../src/platform/db/open-database.ts'
import { createComfyUiProvider } from '../../src/providers/generation/comfyui/create-comfyui-provider.ts'
import { comfyServers } from '../../src/providers/generation/comfyui/servers.ts'
import { createProviderRegistry } from '../../src/providers/generation/registry.ts'
import { enterAs } from '../support/accounts.ts'
import { ended, idOf, openCheckout, publish, remix, tryPublish } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { type ComfyStandIn, startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const GRAPH = {
  '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: '@prompt', clip: ['1', 1] } },
  '3': { class_type: 'CLIPTextEncode', inputs: { text: 'the planted secret', clip: ['1', 1] } },
  '4': { class_type: 'EmptyLatentImage', inputs: { width: 256, height: 256, batch_size: 1 } },
  '5': {
    class_type: 'KSampler',
    inputs: {
      model: ['1', 0],
      seed: '@seed',
      steps: 2,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      positive: ['2', 0],
      negative: ['3', 0],
      latent_image: ['4', 0],
      denoise: 1,
    },
  },
  '6': { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
  '7': { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'made' } },
}

const recipe = (server?: string, change: object = {}) => ({
  steps: [
    {
      id: 'draw',
      provider: 'comfyui',
      function_type: 'text_to_image',
      prompt: 'A {{wish}}',
      params: { graph: GRAPH, ...(server && { server }) },
    },
  ],
  ...change,
})

let fast: ComfyStandIn
let big: ComfyStandIn
let app: TestApp
let creator: Browser
beforeAll(async () => {
  fast = await startComfyStandIn()
  big = await startComfyStandIn()
  const COMFYUI_URL = `fast=${fast.origin},big=${big.origin}`
  app = await startTestApp({ env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', COMFYUI_URL } })
  creator = await enterAs(app, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
})
afterAll(async () => {
  await app.close()
  await Promise.all([fast.close(), big.close()])
})

test('a guest runs a recipe on the server that it names, and the file tells nothing of the graph', async () => {
  const { id } = await publish(creator, recipe('big'))
  const guest = new Visitor(app.url)
  const job = await ended(guest, (await remix(guest, id)).body.job_id)
  expect(job).toMatchObject({ status: 'COMPLETED', error: null })
  expect([fast.prompts.length, big.prompts.length]).toEqual([0, 1])
  const file = await guest.fetch(`/api/v1/creations/${job.result.id}/download`)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.includes('planted')).toBe(false)
})

test('a recipe that names a server which is gone says so by its name, before any checkout', async () => {
  const gone = 'There is no ComfyUI server “away” here.'
  const { status, body } = await tryPublish(creator, recipe('away'))
  expect([status, body.error]).toEqual([400, expect.stringContaining(gone)])
  const { id } = await publish(creator, recipe('fast', { price: 500 }))
  const before = app.ctx.providers
  // As after a restart with another setting.
  const servers = comfyServers.parse(`big=${big.origin}`)
  app.ctx.providers = createProviderRegistry([createComfyUiProvider({ servers })])
  const buyer = new Visitor(app.url)
  const view = await buyer.call<{ unavailable: string }>('GET', `/workflows/${id}`)
  const told = gone.replace('away', 'fast')
  expect(view.body.unavailable).toBe(told)
  const refused = { status: 503, body: { error: told } }
  expect(await openCheckout(buyer, id)).toMatchObject(refused)
  expect(await remix(creator, id)).toMatchObject(refused)
  await app.ctx.providers.close()
  app.ctx.providers = before
})

test('creators who may choose see each server by name with its queue; others see none', async () => {
  const read = async (by: Browser) => {
    const { body } = await by.call<{ providers: ProviderView[] }>('GET', '/providers')
    expect(JSON.stringify(body)).not.toContain(fast.origin)
    return body.providers.find(({ id }) => id === 'comfyui')
  }
  expect((await read(creator))?.servers).toEqual([
    { name: 'fast', available: true, queue: 0 },
    { name: 'big', available: true, queue: 0 },
  ])
  expect((await read(creator))?.functions[0]?.params).toMatchObject({
    properties: {
      server: {
        enum: ['fast', 'big'],
        description: expect.stringContaining('fast has 0 in its queue. big has 0') as string,
      },
    },
  })
  expect((await read(new Visitor(app.url)))?.servers).toBeUndefined()
})

test('metrics tell of each server', async () => {
  const { pool } = openDatabase({
    connectionString: app.ctx.config.databaseUrl ?? '',
    applicationName: 'vignette-test',
    log: app.ctx.log,
  })
  const metrics = await serveMetrics(app.ctx, pool, 0)
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  await metrics.close()
  await pool.end()
  for (const server of ['fast', 'big']) {
    const labels = `{provider="comfyui",server="${server}"}`
    expect(text).toContain(`vignette_provider_server_up${labels} 1`)
    expect(text).toContain(`vignette_provider_server_queue${labels} 0`)
  }
})
