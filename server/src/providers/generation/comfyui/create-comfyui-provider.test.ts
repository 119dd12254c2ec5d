import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type ComfyStandIn,
  startComfyStandIn,
} from '../../../../test/support/stand-ins/comfyui-stand-in.ts'
import { PNG } from '../../../../test/support/stand-ins/media-samples.ts'
import {
  failureOf,
  makeCall,
  makeIo,
  picture,
} from '../../../../test/support/stand-ins/step-calls.ts'
import { faults } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import { downloadProduct } from '../download-product.ts'
import { createProviderRegistry } from '../registry.ts'
import type { GenerationProvider, Operation, Outcome, StepCall } from '../spec.ts'
import { type ComfyUiOptions, createComfyUiProvider } from './create-comfyui-provider.ts'
import { comfyServers } from './servers.ts'

let api: ComfyStandIn
let made: GenerationProvider[]

beforeEach(async () => {
  api = await startComfyStandIn({ held: true })
  made = []
})
afterEach(async () => {
  for (const provider of made) await provider.close?.()
  await api.close()
})

function make(options: Partial<ComfyUiOptions> = {}): GenerationProvider {
  const servers = comfyServers.parse(api.origin)
  const provider = createComfyUiProvider({ servers, checkAfterMs: 12, ...options })
  made.push(provider)
  return provider
}

const graph = {
  '1': { class_type: 'CLIPTextEncode', inputs: { text: '@prompt', clip: ['4', 1] } },
  '2': {
    class_type: 'KSampler',
    inputs: {
      model: ['4', 0],
      seed: '@seed',
      steps: 20,
      cfg: 7,
      sampler_name: 'euler',
      scheduler: 'normal',
      positive: ['1', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
      denoise: 1,
    },
  },
  '3': {
    class_type: 'SaveImage',
    inputs: { images: ['6', 0], filename_prefix: 'a b/a fox' },
    _meta: { title: 'Save' },
  },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 48, batch_size: 1 } },
  '6': { class_type: 'VAEDecode', inputs: { samples: ['2', 0], vae: ['4', 2] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'not @prompt', clip: ['4', 1] } },
}

const fromPicture = {
  '1': { class_type: 'LoadImage', inputs: { image: '@first_image' } },
  '2': { class_type: 'LoadImage', inputs: { image: '@last_image' } },
  '3': { class_type: 'ImageBatch', inputs: { image1: ['1', 0], image2: ['2', 0] } },
  '4': { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
  '5': { class_type: 'CreateVideo', inputs: { images: ['3', 0], fps: 12 } },
  '6': {
    class_type: 'SaveVideo',
    inputs: { video: ['5', 0], filename_prefix: 'clip', format: 'auto', codec: 'auto' },
  },
}

const draw = (call: Partial<StepCall> = {}) =>
  makeCall('text_to_image', { params: { graph }, ...call })

function operationOf(outcome: Outcome): Operation {
  expect(outcome).toMatchObject({ state: 'running', checkAfterMs: 12 })
  if (outcome.state !== 'running') throw new Error('not running')
  return JSON.parse(JSON.stringify(outcome.operation)) as Operation
}

const idOf = (operation: Operation) => operation.promptId as string

test('runs a graph from queue to file', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(draw(), makeIo()))
  const id = idOf(operation)
  expect(api.prompts[0]?.id).toBe(id)
  expect(api.prompts[0]?.graph).toEqual({
    ...graph,
    '1': { class_type: 'CLIPTextEncode', inputs: { text: 'a fox in the snow', clip: ['4', 1] } },
    '2': { class_type: 'KSampler', inputs: { ...graph['2'].inputs, seed: 42 } },
  })
  expect(await provider.check(operation, makeIo())).toMatchObject({ label: 'Waiting, 0 ahead' })
  api.run(id)
  operationOf(await provider.check(operation, makeIo()))
  await api.finish(id)
  const outcome = await provider.check(operation, makeIo())
  const url = `${api.origin}/view?filename=a+fox_00001_.png&subfolder=a+b&type=output`
  expect(outcome).toEqual({ state: 'done', product: { from: 'address', kind: 'image', url } })

  // Fetched like the engine does: the operator named this private server.
  const product = { from: 'address', kind: 'image', url } as const
  const maxBytes = { image: 100_000, video: 100_000 }
  const media = await downloadProduct(product, { maxBytes, allowedOrigins: [api.origin] })
  expect(await sharp(media.bytes).metadata()).toMatchObject({ width: 64, height: 48 })
  expect(await failureOf(downloadProduct(product, { maxBytes }))).toMatchObject({
    code: 'download_address_refused',
    retryable: false,
  })
})

test('uploads pictures and puts their names into the graph', async () => {
  const call = makeCall('image_to_video', {
    firstImage: picture,
    lastImage: picture,
    params: { graph: fromPicture },
  })
  const provider = make()
  const operation = operationOf(await provider.start(call, makeIo()))
  const names = [...api.uploads.keys()]
  expect(names).toHaveLength(2)
  expect([...api.uploads.values()].every((bytes) => bytes.equals(PNG))).toBe(true)
  expect(api.prompts[0]?.graph['1']?.inputs.image).toBe(names[0])
  expect(api.prompts[0]?.graph['2']?.inputs.image).toBe(names[1])
  await api.finish(idOf(operation))
  expect(await provider.check(operation, makeIo())).toMatchObject({
    product: { kind: 'video', url: expect.stringMatching(/clip_00003_\.mp4/) as string },
  })
})

test('a retry of a step finds the first prompt, also from another worker', async () => {
  const first = operationOf(await make().start(draw(), makeIo()))
  const second = operationOf(await make().start(draw(), makeIo()))
  expect(second).toEqual(first)
  await api.finish(idOf(first))
  const third = operationOf(await make().start(draw(), makeIo()))
  expect(await make().check(third, makeIo())).toMatchObject({ state: 'done' })
  expect(api.prompts).toHaveLength(1)
  await make().start(draw({ idempotencyKey: 'job-2/draw' }), makeIo())
  expect(api.prompts).toHaveLength(2)
})

test('a retry after a failed prompt queues a new one', async () => {
  const provider = make()
  const first = operationOf(await provider.start(draw(), makeIo()))
  api.fail(idOf(first))
  expect(await failureOf(provider.check(first, makeIo()))).toMatchObject({
    code: 'provider_failed',
    retryable: false,
  })
  const second = operationOf(await provider.start(draw(), makeIo()))
  expect(idOf(second)).not.toBe(idOf(first))
  expect(await provider.check(second, makeIo())).toMatchObject({ state: 'running' })
})

test('reads progress by node from the socket', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(draw(), makeIo()))
  const id = idOf(operation)
  await api.connected()
  api.run(id)
  api.say(id, 'execution_cached', { nodes: ['4'] })
  api.say(id, 'executing', { node: '1' })
  api.say(id, 'executing', { node: '2' })
  api.say(id, 'progress', { node: '2', value: 10, max: 20 })
  api.say('somebody-else', 'executing', { node: '3' })
  const percentOf = async () => {
    const outcome = await provider.check(operation, makeIo())
    return outcome.state === 'running' ? outcome.percent : undefined
  }
  await expect.poll(percentOf, { interval: 5 }).toBe(36)
  api.dropSockets()
  expect(await percentOf()).toBe(36)
  await api.finish(id)
  expect(await provider.check(operation, makeIo())).toMatchObject({ state: 'done' })
})

test('works without any socket', async () => {
  const provider = make({ socket: false })
  const operation = operationOf(await provider.start(draw(), makeIo()))
  api.run(idOf(operation))
  expect(await provider.check(operation, makeIo())).not.toHaveProperty('percent')
})

test('a prompt that two polls do not find is lost', async () => {
  const provider = make()
  const operation = operationOf(await provider.start(draw(), makeIo()))
  api.forgetAll()
  const once = operationOf(await provider.check(operation, makeIo()))
  expect(await failureOf(provider.check(once, makeIo()))).toMatchObject({
    code: 'provider_lost',
    retryable: false,
  })
})

test('cancels a waiting prompt in the queue and interrupts a running one by its id', async () => {
  const provider = make()
  const waiting = operationOf(await provider.start(draw(), makeIo()))
  await provider.cancel(waiting)
  expect(api.interrupted).toEqual([])
  const running = operationOf(await provider.start(draw({ idempotencyKey: 'job-2' }), makeIo()))
  api.run(idOf(running))
  await provider.cancel(running)
  expect(api.interrupted).toEqual([idOf(running)])
  await provider.cancel(running)
  expect(api.interrupted).toHaveLength(1)
})

test('a workflow that saved no file of the kind fails', async () => {
  const provider = make()
  const call = makeCall('text_to_video', { params: { graph } })
  const operation = operationOf(await provider.start(call, makeIo()))
  await api.finish(idOf(operation))
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject({
    code: 'provider_failed',
  })
})

test.each([
  ['no graph', {}],
  ['an empty graph', { graph: {} }],
  ['a graph in the editor format', { graph: { nodes: [], links: [] } }],
  ['a placeholder without its picture', { graph: fromPicture }],
  ['another setting', { graph, extra: 1 }],
])('refuses %s before anything is queued', async (_, params) => {
  expect(await failureOf(make().start(draw({ params }), makeIo()))).toMatchObject({
    code: 'params_invalid',
    retryable: false,
  })
  expect(api.prompts).toHaveLength(0)
})

const REFUSED = { code: 'provider_rejected', retryable: false, byRecipe: true }

test('tells the creator alone which model the server lacks, by the title of its node', async () => {
  const loader = { ckpt_name: 'missing_model.safetensors' }
  const load = { class_type: 'CheckpointLoaderSimple', inputs: loader }
  const titled = { ...load, _meta: { title: 'Load Checkpoint' } }
  const negative = { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['8', 1] } }
  const params = { graph: { ...graph, '4': titled, '7': negative, '8': load } }
  const error = await failureOf(make().start(draw({ params }), makeIo()))
  const is = 'missing_model.safetensors is not on this server.'
  const has = 'It has: a.safetensors, v1-5-pruned-emaonly.safetensors.'
  expect(error).toMatchObject({
    ...REFUSED,
    publicMessage: 'The generator did not accept this request. Try other inputs.',
    told: `Load Checkpoint: ${is} ${has} CheckpointLoaderSimple: ${is} ${has}`,
  })
})

test('tells the creator which node the server lacks', async () => {
  const node = { class_type: 'Unknown', inputs: {}, _meta: { title: 'Upscale nicely' } }
  const told = async (params: StepCall['params']) =>
    failureOf(make().start(draw({ params }), makeIo()))
  expect(await told({ graph: { ...graph, '7': node } })).toMatchObject({
    ...REFUSED,
    told: 'Upscale nicely: the node “Unknown” is not installed on this server.',
  })
  // As servers before 2025 say it.
  const message = 'Cannot execute because node UnknownSinceEver does not exist.'
  const error = { type: 'invalid_prompt', message, details: "Node ID '#7'", extra_info: {} }
  const old = { ...node, class_type: 'UnknownSinceEver', _meta: {} }
  api.failOnce(faults.status(200, {}))
  api.failOnce(faults.status(200, { queue_running: [], queue_pending: [] }))
  api.failOnce(faults.status(200, {}))
  api.failOnce(faults.status(400, { error, node_errors: {} }))
  expect(await told({ graph: { ...graph, '7': old } })).toMatchObject({
    ...REFUSED,
    told: 'the node “UnknownSinceEver” is not installed on this server.',
  })
})

test('tells the creator what a node said when it failed, and none of its inputs', async () => {
  const provider = make()
  const titled = { ...graph['2'], _meta: { title: 'Sampler' } }
  const call = draw({ params: { graph: { ...graph, '2': titled } } })
  const operation = operationOf(await provider.start(call, makeIo()))
  const exception_message = 'Allocation on device\nThis error means you ran out of memory'
  api.fail(idOf(operation), { node_id: '2', exception_message })
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject({
    code: 'provider_failed',
    byRecipe: false,
    publicMessage: 'The generator could not complete this workflow.',
    told: 'Sampler: Allocation on device',
  })
})

test.each([
  ['401', faults.status(401, {}), { code: 'provider_refused_account', retryable: false }],
  [
    '429',
    faults.status(429, {}, { 'retry-after': '7' }),
    { code: 'provider_busy', retryable: true, retryAfterMs: 7000 },
  ],
  ['500', faults.status(500, {}), { code: 'provider_down', retryable: true }],
  ['garbage', faults.garbage, { code: 'provider_garbled', retryable: false }],
  ['another shape', faults.status(200, []), { code: 'provider_garbled', retryable: false }],
  ['a broken answer', faults.cut, { code: 'provider_unreachable', retryable: true }],
  ['silence', faults.hang, { code: 'provider_timeout', retryable: true }],
])('tells %s at start and at check', async (_, fault, expected) => {
  api.failOnce(fault)
  const impatient = make({ callTimeoutMs: 150 })
  expect(await failureOf(impatient.start(draw(), makeIo()))).toMatchObject(expected)
  const operation = operationOf(await make().start(draw(), makeIo()))
  api.failOnce(fault)
  expect(await failureOf(impatient.check(operation, makeIo()))).toMatchObject(expected)
  operationOf(await make().check(operation, makeIo()))
})

test("rejects with the caller's reason when aborted", async () => {
  api.failOnce(faults.hang)
  const abort = new AbortController()
  const work = failureOf(make().start(draw(), makeIo(abort.signal)))
  await api.once(() => true)
  abort.abort(new Error('job cancelled'))
  expect((await work).message).toBe('job cancelled')
})

test('reports an unreachable server', async () => {
  const provider = make()
  await api.close()
  expect(await failureOf(provider.start(draw(), makeIo()))).toMatchObject({
    code: 'provider_unreachable',
    retryable: true,
  })
})

test('reports the missing variable, and the cost', async () => {
  const provider = createComfyUiProvider({ servers: [] })
  expect(provider.availability()).toEqual({ available: false, missing: 'COMFYUI_URL is not set' })
  expect(await failureOf(provider.start(draw(), makeIo()))).toMatchObject({
    code: 'provider_unavailable',
  })
  expect(provider.costsOperator).toBe(false)
  expect(make({ centsPerStep: 2.5 }).estimateCents(draw())).toBe(3)
  expect(make({ centsPerStep: 2.5 }).costsOperator).toBe(true)
})

test('is listed with the shape of its graph', () => {
  const [listed] = createProviderRegistry([make()]).list()
  expect(listed?.functions.map((each) => each.function_type)).toEqual([
    'text_to_image',
    'image_to_image',
    'text_to_video',
    'image_to_video',
  ])
  expect(listed?.functions[0]?.params).toMatchObject({ required: ['graph'] })
})
