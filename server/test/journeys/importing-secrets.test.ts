import type { ComfyFile } from '@vignette/contract/comfy-file.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterAs } from '../support/accounts.ts'
import { ended, idOf, remix } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { type Browser, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { type ComfyStandIn, startComfyStandIn } from '../support/stand-ins/comfyui-stand-in.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const PLANTED = 200
const planted = (at: number) => `planted-${at}-secret`

/** A graph that runs, with a word in each field, title and id that no buyer fills in. */
function plant(ckpt_name: string): ComfyFile {
  let at = 0
  const next = () => planted(at++)
  const [load, wish, never, latent, draw, decode, save] = Array.from({ length: 7 }, () => next())
  const node = (class_type: string, inputs: object, title = next()) => ({
    class_type,
    inputs: { ...inputs, [next()]: next(), note: next() },
    _meta: { title },
  })
  const prompt = {
    [load!]: node('CheckpointLoaderSimple', { ckpt_name }),
    [wish!]: node('CLIPTextEncode', { text: 'a fox', clip: [load, 1] }, 'Animal'),
    [never!]: node('CLIPTextEncode', { text: next(), clip: [load, 1] }),
    [latent!]: node('EmptyLatentImage', { width: 256, height: 256, batch_size: 1 }),
    [draw!]: node('KSampler', {
      model: [load, 0],
      seed: 7,
      steps: 2,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      positive: [wish, 0],
      negative: [never, 0],
      latent_image: [latent, 0],
      denoise: 1,
    }),
    [decode!]: node('VAEDecode', { samples: [draw, 0], vae: [load, 2] }),
    [save!]: node('SaveImage', { images: [decode, 0], filename_prefix: next() }),
  }
  const rest = Object.fromEntries(
    Array.from({ length: (PLANTED - at) / 2 }, () => [next(), next()]),
  )
  Object.assign(prompt[draw!]!.inputs, rest)
  expect(at).toBeGreaterThanOrEqual(PLANTED - 1)
  return { prompt, workflow: { nodes: [], links: [], extra: { author: planted(0) } } }
}

let comfy: ComfyStandIn
let app: TestApp
let creator: Browser
beforeAll(async () => {
  comfy = await startComfyStandIn()
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1', COMFYUI_URL: comfy.origin },
  })
  creator = await enterAs(app, 'creator@example.com')
  await approve(app.ctx, await idOf(creator))
})
afterAll(async () => {
  await app.close()
  await comfy.close()
})

interface Imported {
  document: Record<string, unknown>
  missing: { kind: string; name: string }[]
  faults: unknown[]
  asked: boolean
}

async function publishFile(ckpt_name: string): Promise<{ id: string; imported: Imported }> {
  const { prompt, workflow } = plant(ckpt_name)
  const file = { prompt, extra_data: { extra_pnginfo: { workflow } } }
  const { body: imported } = await creator.call<Imported>(
    'POST',
    '/workflows/import?name=Fox',
    file,
  )
  expect(imported).toMatchObject({ faults: [], asked: true })
  const made = await creator.call<{ id: string }>('POST', '/workflows', imported.document)
  expect(made.status).toBe(201)
  return { id: made.body.id, imported }
}

test('no public answer, error, page or file tells of 200 words in a graph', async () => {
  const { id, imported } = await publishFile('a.safetensors')
  expect(imported.missing).toEqual([])
  const bad = await publishFile('planted-model.safetensors')
  expect(bad.imported.missing).toMatchObject([{ kind: 'model', name: 'planted-model.safetensors' }])

  const guest = new Visitor(app.url)
  const told: [string, string][] = []
  const look = async (path: string, init?: { method: string; body: unknown }) => {
    const answer = await guest.fetch(path, init)
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    told.push([`${answer.status} ${path}`, text + JSON.stringify([...answer.headers])])
    return answer.status
  }

  const run = async (workflow: string) => {
    const { body } = await remix(guest, workflow, {
      user_inputs: { animal: 'an owl', width: '256', height: '256' },
    })
    told.push([`run of ${workflow}`, JSON.stringify(body)])
    const job = await ended(guest, body.job_id)
    told.push(['job', JSON.stringify(job)])
    await look(`/api/v1/jobs/${body.job_id}/events`)
    return job
  }
  const job = await run(id)
  expect(job).toMatchObject({ status: 'COMPLETED' })
  expect(await run(bad.id)).toMatchObject({ status: 'FAILED' })

  const creation = job.result.id
  expect(await look(`/api/v1/creations/${creation}/download`)).toBe(200)
  for (const path of [
    `/api/v1/workflows/${id}`,
    `/api/v1/workflows/${bad.id}`,
    '/api/v1/workflows',
    `/api/v1/workflows/${id}/related`,
    `/api/v1/workflows/${id}/creations`,
    `/api/v1/creations/${creation}`,
    '/api/v1/front-page',
    '/api/v1/providers',
    '/api/v1/openapi.json',
    '/api/v1/docs',
    `/workflows/${id}`,
    `/creations/${creation}`,
    `/embed/${id}`,
    '/workflows',
    '/',
    '/sitemap.xml',
  ]) {
    expect([path, await look(path)]).toEqual([path, 200])
  }
  // Refused to strangers, in answers that tell nothing either.
  expect(await look(`/api/v1/workflows/${id}/source`)).toBe(403)
  expect(
    await look(`/api/v1/workflows/${id}/creations`, {
      method: 'POST',
      body: { user_inputs: { animal: 7, width: 'x' } },
    }),
  ).toBe(400)

  const owner = await enterAs(app, 'assistant@example.com')
  const { body } = await owner.call<{ token: string }>('POST', '/users/me/tokens', {
    label: 'robot',
    scopes: ['run', 'workflows:read'],
  })
  for (const [name, given] of [
    ['search_workflows', {}],
    ['get_workflow', { workflow_id: id }],
  ] as const) {
    const answer = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${body.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    })
    const text = await answer.text()
    expect([name, text]).toEqual([name, expect.stringContaining('Fox')])
    told.push([name, text])
  }

  expect(told.filter(([, text]) => text.includes('planted')).map(([where]) => where)).toEqual([])
  // The words were there to be told: the server that runs them, and the creator, have each.
  const ran = JSON.stringify(comfy.prompts[0])
  const { body: source } = await creator.call('GET', `/workflows/${id}/source`)
  for (let at = 0; at < PLANTED - 1; at += 1) {
    expect([planted(at), ran.includes(planted(at))]).toEqual([planted(at), true])
    expect(JSON.stringify(source)).toContain(planted(at))
  }
})
