import { API_BASE } from '@vignette/contract/paths.ts'
import { chance, drawFixture, mutate } from '@vignette/contract/test-support/comfy-fixtures.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const GRAPH = {
  '1': { class_type: 'LoadImage', inputs: { image: 'me.png' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a cat', clip: ['5', 1] } },
  '3': { class_type: 'KSampler', inputs: { seed: 7, positive: ['2', 0], latent_image: ['1', 0] } },
  '4': { class_type: 'SaveImage', inputs: { images: ['3', 0] } },
  '5': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'mine.safetensors' } },
}

let app: TestApp
let creator: Browser

beforeAll(async () => {
  app = await startTestApp({
    worker: false,
    env: { ...UNLIMITED_RATES, CREATOR_ACCESS: 'signed-in', COMFYUI_URL: 'http://127.0.0.1:9' },
  })
  creator = new Browser(app.url)
  await signIn(creator, 'importing@example.com')
  await approve(app.ctx, await idOf(creator))
})
afterAll(() => app.close())

/** Sends bytes as they are, as a form of its own page would. */
async function send(
  bytes: string | Buffer,
  { as = creator, type = 'application/json', query = '' } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const cookie = [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${app.url}${API_BASE}/workflows/import${query}`, {
    method: 'POST',
    headers: { cookie, 'content-type': type, 'x-csrf-token': as.cookies.get('csrf_token') ?? '' },
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('answers a document that POST /workflows takes as it is', async () => {
  const { status, body } = await send(JSON.stringify(GRAPH), { query: '?name=Portrait' })
  expect([status, body]).toMatchObject([
    200,
    {
      document: { name: 'Portrait', cost: 0, inputs: [{ key: 'photo' }, { key: 'words' }] },
      form: [
        { kind: 'photo', title: 'Photo', value: 'me.png', taken: true, node: { id: '1' } },
        { kind: 'words', value: 'a cat', taken: true },
        { kind: 'seed', value: '7', taken: true },
      ],
      missing: [],
      faults: [],
      asked: false,
    },
  ])
  const own = await send(JSON.stringify(GRAPH), { query: '?take=0' })
  expect(own.body).toMatchObject({
    document: { inputs: [{ key: 'photo' }] },
    form: [{ taken: true }, { taken: false }, { taken: false }],
  })
  const made = await creator.json('/workflows', {
    body: { ...(body.document as object), price: 300 },
  })
  expect([made.status, made.body]).toMatchObject([201, { name: 'Portrait' }])
  expect((await creator.json('/workflows/mine')).body).toMatchObject({
    workflows: [{ name: 'Portrait' }],
  })
})

test('names what stands in the way, and saves nothing', async () => {
  const paid = { class_type: 'KlingImage2VideoNode', inputs: {}, _meta: { title: 'Move' } }
  const { body } = await send(JSON.stringify({ ...GRAPH, '9': paid }))
  expect(body).toMatchObject({
    document: null,
    faults: [{ node: { id: '9', title: 'Move', type: 'KlingImage2VideoNode' } }],
  })
  const editor = await send(JSON.stringify({ nodes: [], links: [] }))
  expect([editor.status, editor.body]).toMatchObject([
    200,
    {
      document: null,
      faults: [{ node: null, message: expect.stringContaining('Export (API)') as string }],
    },
  ])
  const many = Object.fromEntries(
    Array.from({ length: 501 }, (_, at) => [
      `m${at}`,
      { class_type: 'LoraLoader', inputs: { model: [at ? `m${at - 1}` : '5', 0] } },
    ]),
  )
  const large = await send(
    JSON.stringify({
      ...GRAPH,
      ...many,
      '3': { ...GRAPH['3'], inputs: { ...GRAPH['3'].inputs, model: ['m500', 0] } },
    }),
  )
  expect(large.body).toMatchObject({ document: null })
  expect(JSON.stringify(large.body.faults)).toContain('more than 500 nodes')
})

test('refuses what is no such file, in words', async () => {
  const refusals = [
    [await send('{"a": 1}'), 400, 'This file holds no workflow of ComfyUI.'],
    [await send('{'), 400, 'This file holds no workflow of ComfyUI.'],
    [await send('', { type: 'image/png' }), 400, 'This file holds no workflow of ComfyUI.'],
    [
      await send(JSON.stringify({ ...GRAPH, x: { class_type: 'a\0', inputs: {} } })),
      400,
      'The workflow holds a NUL character.',
    ],
    [
      await send(`{"1": {"class_type": "X", "inputs": {"a": ${'['.repeat(90)}${']'.repeat(90)}}}}`),
      400,
      'nested too deeply',
    ],
    [await send('{"__proto__": {"class_type": "X", "inputs": {}}}'), 400, '__proto__'],
    [await send(Buffer.alloc(5 * 1024 * 1024 + 1)), 413, 'The body is too large.'],
    [await send('GIF89a', { type: 'image/gif' }), 415, 'content type'],
    [await send('{}', { query: '?take=1,x' }), 400, 'take'],
  ] as const
  for (const [{ status, body }, wanted, words] of refusals) {
    expect([status, JSON.stringify(body)]).toEqual([wanted, expect.stringContaining(words)])
  }
  const elsewhere = await fetch(`${app.url}${API_BASE}/workflows/check`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: 'x',
  })
  expect(elsewhere.status).toBe(415)
})

test('a stranger needs an account where publishing does', async () => {
  const ask = (body: object) => new Browser(app.url).json('/workflows/import', { body })
  const small = await ask(GRAPH)
  expect([small.status, small.body]).toMatchObject([
    403,
    { error: 'Please sign in to publish recipes here.' },
  ])
})

test('no broken file is answered with a fault of the server', async () => {
  const statuses = new Set<number>()
  for (let seed = 0; seed < 60; seed += 1) {
    const file = mutate(seed % 2 ? drawFixture(seed).save() : structuredClone(GRAPH), chance(seed))
    statuses.add((await send(JSON.stringify(file))).status)
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 400])
})
