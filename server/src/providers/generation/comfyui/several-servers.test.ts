import { afterEach, beforeEach, expect, test } from 'vitest'
import { COMFY_NODES, type NodeInfo } from '../../../../test/support/stand-ins/comfyui-nodes.ts'
import {
  type ComfyStandIn,
  startComfyStandIn,
} from '../../../../test/support/stand-ins/comfyui-stand-in.ts'
import { failureOf, makeCall, makeIo } from '../../../../test/support/stand-ins/step-calls.ts'
import { faults } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import type { GenerationProvider, Operation } from '../spec.ts'
import { createComfyUiProvider } from './create-comfyui-provider.ts'
import { comfyServers } from './servers.ts'

const { ImageInvert: _, ...withoutInvert } = COMFY_NODES

let fast: ComfyStandIn
let big: ComfyStandIn
let made: GenerationProvider[]

beforeEach(async () => {
  fast = await startComfyStandIn({ held: true, nodes: withoutInvert })
  big = await startComfyStandIn({ held: true })
  made = []
})
afterEach(async () => {
  for (const provider of made) await provider.close?.()
  await Promise.all([fast.close(), big.close()])
})

/** A worker of its own, which knows nothing of the others. */
function make(): GenerationProvider {
  const servers = comfyServers.parse(`fast=${fast.origin},big=${big.origin}`)
  const provider = createComfyUiProvider({ servers, callTimeoutMs: 500 })
  made.push(provider)
  return provider
}

const empty = {
  class_type: 'EmptyImage',
  inputs: { width: 32, height: 32, batch_size: 1, color: 1 },
}
const save = (from: string) => ({
  class_type: 'SaveImage',
  inputs: { images: [from, 0], filename_prefix: 'made' },
})
const plain = { '1': empty, '2': save('1') }
const inverted = {
  '1': empty,
  '2': { class_type: 'ImageInvert', inputs: { image: ['1', 0] } },
  '3': save('2'),
}

let runs = 0
async function start(graph: object, more: { server?: string } = {}, key = `job-${runs++}`) {
  const params = { graph, ...more }
  const call = makeCall('text_to_image', { params, idempotencyKey: key })
  const outcome = await make().start(call, makeIo())
  if (outcome.state !== 'running') throw new Error('it did not start')
  return JSON.parse(JSON.stringify(outcome.operation)) as Operation
}

test('a named server runs the step, and a name that is gone fails with a sentence that names it', async () => {
  expect(await start(plain, { server: 'fast' })).toMatchObject({ server: 'fast' })
  expect(await start(plain, { server: 'big' })).toMatchObject({ server: 'big' })
  const told = 'There is no ComfyUI server “away” here.'
  expect(await failureOf(start(plain, { server: 'away' }))).toMatchObject({
    code: 'provider_unavailable',
    retryable: false,
    publicMessage: told,
    told,
  })
  expect(make().availability({ params: { server: 'away' } })).toMatchObject({
    available: false,
    told,
  })
  expect(make().availability({ params: { server: 'big' } })).toEqual({ available: true })
})

test('a run goes to the least busy server, and is spread over those that are equal', async () => {
  await start(plain, { server: 'fast' })
  expect(await start(plain)).toMatchObject({ server: 'big' })
  await start(plain, { server: 'big' })
  expect(await start(plain)).toMatchObject({ server: 'fast' })
  fast.forgetAll()
  big.forgetAll()
  const servers = new Set<unknown>()
  for (let at = 0; at < 20; at++) {
    servers.add((await start(plain, {}, `even-${at}`))['server'])
    fast.forgetAll()
    big.forgetAll()
  }
  expect(servers).toEqual(new Set(['big', 'fast']))
})

test('a run goes to a server that has all of its nodes, however busy', async () => {
  for (let at = 0; at < 3; at++) await start(plain, { server: 'big' })
  expect(await start(inverted)).toMatchObject({ server: 'big' })
  const unknown = { ...plain, '9': { class_type: 'Dream', inputs: {} } }
  expect(await failureOf(start(unknown))).toMatchObject({
    code: 'provider_rejected',
    byRecipe: true,
    told: 'No ComfyUI server has every node of this graph: fast lacks “Dream”, big lacks “Dream”.',
  })
})

test('what nodes a server has is asked once', async () => {
  const provider = make()
  const asks = () => fast.seen.filter(({ path }) => path.startsWith('/object_info/'))
  const call = (idempotencyKey: string) =>
    provider.start(
      makeCall('text_to_image', { params: { graph: plain }, idempotencyKey }),
      makeIo(),
    )
  await call('one')
  const first = asks().length
  expect(first).toBe(2)
  await call('two')
  expect(asks()).toHaveLength(first)
})

test('a server that is down is passed by, and where it alone could, the run is tried again later', async () => {
  await big.close()
  expect(await start(plain)).toMatchObject({ server: 'fast' })
  expect(await failureOf(start(inverted))).toMatchObject({
    code: 'provider_unreachable',
    retryable: true,
  })
})

test('a server that hangs is passed by', async () => {
  big.failOnce(faults.hang)
  expect(await start(plain)).toMatchObject({ server: 'fast' })
})

test('a graph that one server refuses goes to another', async () => {
  const { CheckpointLoaderSimple } = COMFY_NODES
  const input: NodeInfo['input'] = { required: { ckpt_name: [['b.safetensors']] } }
  const other = { ...CheckpointLoaderSimple, input } as NodeInfo
  await big.close()
  big = await startComfyStandIn({
    held: true,
    nodes: { ...COMFY_NODES, CheckpointLoaderSimple: other },
  })
  const graph = {
    '1': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'b.safetensors' } },
    '2': { class_type: 'EmptyLatentImage', inputs: { width: 32, height: 32, batch_size: 1 } },
    '3': { class_type: 'VAEDecode', inputs: { samples: ['2', 0], vae: ['1', 2] } },
    '4': save('3'),
  }
  // Ten keys, so that each server is asked first by some.
  for (let at = 0; at < 10; at++) {
    expect(await start(graph, {}, `model-${at}`)).toMatchObject({ server: 'big' })
    big.forgetAll()
  }
})

test('any worker goes on where the run began, and a retry finds it there', async () => {
  const operation = await start(plain, { server: 'big' }, 'the job')
  const check = () => make().check(operation, makeIo())
  expect(await check()).toMatchObject({ state: 'running', label: 'Waiting, 0 ahead' })
  // The worker died before it stored the operation: `fast` is empty, and yet nothing begins there.
  expect(await start(plain, {}, 'the job')).toEqual(operation)
  expect(fast.prompts).toHaveLength(0)
  const asked = fast.seen.length
  await big.finish(operation['promptId'] as string)
  expect(await check()).toMatchObject({
    state: 'done',
    product: { url: expect.stringContaining(big.origin) as string },
  })
  await make().cancel(operation)
  expect(fast.seen).toHaveLength(asked)
})

test('a run whose server was taken out of the setting fails with its name', async () => {
  const operation = await start(plain, { server: 'big' })
  const provider = createComfyUiProvider({ servers: comfyServers.parse(`fast=${fast.origin}`) })
  made.push(provider)
  expect(await failureOf(provider.check(operation, makeIo()))).toMatchObject({
    retryable: false,
    publicMessage: 'There is no ComfyUI server “big” here.',
  })
})

test('an operation of version 0.2 is of the server that is called default', async () => {
  const provider = createComfyUiProvider({ servers: comfyServers.parse(fast.origin) })
  made.push(provider)
  const old = { vendor: 'comfyui', promptId: 'p', kind: 'image', missing: 0 }
  expect(await provider.check(old, makeIo())).toMatchObject({ operation: { server: 'default' } })
})

test('each server is listed with its queue, by name and never by address', async () => {
  await start(plain, { server: 'fast' })
  await big.close()
  const provider = make()
  const listed = await provider.listServers?.()
  expect(listed).toEqual([
    { name: 'fast', up: true, queue: 1 },
    { name: 'big', up: false, queue: null, why: 'ECONNREFUSED' },
  ])
  const error = await failureOf(provider.probe?.(new AbortController().signal) ?? Promise.resolve())
  expect(error.message).toBe(
    'fast: ComfyUI 0.3.71 answers with NVIDIA GeForce RTX 4090, 1 in its queue; big: No ComfyUI answers (ECONNREFUSED): look whether it runs with --listen, and at the address.',
  )
})

test.each([
  ['http://127.0.0.1:8188/', [['default', 'http://127.0.0.1:8188']]],
  [
    'fast=http://10.0.0.2:8188, big=https://big.example/comfy',
    [
      ['fast', 'http://10.0.0.2:8188'],
      ['big', 'https://big.example/comfy'],
    ],
  ],
])('COMFYUI_URL=%s is read', (text, servers) => {
  expect(comfyServers.parse(text).map(({ name, url }) => [name, url])).toEqual(servers)
})

test.each([
  ['http://a,http://b', /^must be an address/],
  ['fast=', /^must be an address/],
  ['fast=ftp://a', /^must be an address/],
  ['own:x=http://a', /^names a server “own:x”/],
  ['Fast=http://a', /^names a server “Fast”/],
  ['a=http://a,a=http://b', /^names a twice$/],
  ['a=http://me:secret@a', /^must name a by an address without a password$/],
])('COMFYUI_URL=%s is refused in a sentence', (text, message) => {
  const issue = comfyServers.safeParse(text).error?.issues[0]
  expect(issue?.message).toMatch(message)
  expect(issue?.message).not.toContain('secret')
})
