import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import {
  type ComfyStandIn,
  startComfyStandIn,
} from '../../../../test/support/stand-ins/comfyui-stand-in.ts'
import {
  type Listening,
  listenOnLoopback,
} from '../../../../test/support/stand-ins/listen-on-loopback.ts'
import { failureOf, makeCall, makeIo } from '../../../../test/support/stand-ins/step-calls.ts'
import { faults, type Reply } from '../../../../test/support/stand-ins/vendor-stand-in.ts'
import type { ResolveAll } from '../../../platform/http-client/open-guarded.ts'
import { downloadProduct } from '../download-product.ts'
import type { GenerationProvider, Operation, OwnServer } from '../spec.ts'
import { createComfyUiProvider } from './create-comfyui-provider.ts'

const HEADERS = { authorization: 'Bearer k-geheim' }
const graph = {
  '1': { class_type: 'EmptyImage', inputs: { width: 32, height: 32, batch_size: 1, color: 1 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'made' } },
}

let comfy: ComfyStandIn
let inner: Listening
let innerSeen: string[]
let made: GenerationProvider[]
beforeEach(async () => {
  comfy = await startComfyStandIn({ authorization: HEADERS.authorization })
  innerSeen = []
  inner = await listenOnLoopback((request, answer) => {
    innerSeen.push(request.url ?? '')
    answer.end('{}')
  })
  made = []
})
afterEach(async () => {
  for (const provider of made) await provider.close?.()
  await Promise.all([comfy.close(), inner.close()])
})

/** A server of one creator; where `allowed`, as on one's own machine. */
function make(
  url: string,
  { allowed = true, resolve }: { allowed?: boolean; resolve?: ResolveAll } = {},
) {
  const allowedOrigins = allowed ? [new URL(url).origin] : []
  const server: OwnServer = { id: 'id-1', name: 'studio', url, headers: HEADERS, allowedOrigins }
  const provider = createComfyUiProvider({
    servers: [],
    ownServers: {
      find: (by) =>
        Promise.resolve(
          ('id' in by ? by.id === 'id-1' : by.owner === 'ada' && by.name === 'studio')
            ? server
            : undefined,
        ),
    },
    callTimeoutMs: 400,
    ...(resolve && { resolve }),
  })
  made.push(provider)
  return provider
}

const call = (recipeOwner = 'ada', server = 'own:studio') =>
  makeCall('text_to_image', { params: { graph, server }, recipeOwner })

async function begin(provider: GenerationProvider): Promise<Operation> {
  const outcome = await provider.start(call(), makeIo())
  if (outcome.state !== 'running') throw new Error('it did not start')
  return JSON.parse(JSON.stringify(outcome.operation)) as Operation
}

const maxBytes = { image: 100_000, video: 100_000 }

test('runs with its key, which the stored operation does not hold', async () => {
  const provider = make(comfy.origin)
  const operation = await begin(provider)
  expect(operation).toMatchObject({ server: 'own:studio', ownId: 'id-1' })
  expect(JSON.stringify(operation)).not.toMatch(/geheim|127\.0\.0\.1/)
  await expect
    .poll(async () => (await provider.check(operation, makeIo())).state, { interval: 20 })
    .toBe('done')
  const outcome = await provider.check(operation, makeIo())
  if (outcome.state !== 'done' || outcome.product.from !== 'address') throw new Error('no file')
  // What the operator allows of addresses does not hold for a creator's server.
  const limits = { maxBytes, allowedOrigins: [inner.origin] }
  expect((await downloadProduct(outcome.product, limits)).contentType).toBe('image/png')

  comfy.failOnce((_, answer) => {
    answer.writeHead(302, { location: `${inner.origin}/secret` }).end()
  })
  expect(await failureOf(downloadProduct(outcome.product, limits))).toMatchObject({
    code: 'download_redirect_refused',
  })
  comfy.failOnce((_, answer) => {
    answer.end('<html>no picture</html>')
  })
  expect(await failureOf(downloadProduct(outcome.product, limits))).toMatchObject({
    code: 'download_wrong_media',
  })
  expect(innerSeen).toEqual([])
})

test('costs the operator nothing, and is there without COMFYUI_URL', () => {
  const provider = make(comfy.origin)
  expect(provider.availability()).toEqual({ available: false, missing: 'COMFYUI_URL is not set' })
  expect(provider.availability({ params: { server: 'own:studio' } })).toEqual({ available: true })
  expect(provider.estimateCents(call())).toBe(0)
})

test.each([
  ['another creator', 'eve', 'own:studio'],
  ['another name', 'ada', 'own:other'],
])('is not there for %s', async (_, owner, server) => {
  const error = await failureOf(make(comfy.origin).start(call(owner, server), makeIo()))
  expect(error).toMatchObject({
    code: 'provider_unavailable',
    retryable: false,
    told: `You have no ComfyUI server “${server.slice(4)}”.`,
  })
  expect(comfy.seen).toHaveLength(0)
})

test.each([
  ['http://127.0.0.1:1', 'refused address: only https, not http:'],
  ['https://127.0.0.1:1', 'refused address: not on the public internet'],
  ['https://[::ffff:10.0.0.1]', 'refused address: not on the public internet'],
])('%s is called by no public server', async (url, why) => {
  const provider = make(url, { allowed: false })
  expect(await failureOf(provider.start(call(), makeIo()))).toMatchObject({
    retryable: false,
    told: `The server's address may not be called: ${why}.`,
  })
})

test('a name that leads inside when it is called is refused at the socket', async () => {
  const asked: string[] = []
  const resolve: ResolveAll = (name, done) => {
    asked.push(name)
    done(null, [{ address: '127.0.0.1', family: 4 }])
  }
  const { port } = new URL(inner.origin)
  const provider = make(`https://comfy.example:${port}`, { allowed: false, resolve })
  expect(await failureOf(provider.start(call(), makeIo()))).toMatchObject({
    told: "The server's address may not be called: refused address: its name resolves to a private network.",
  })
  expect(asked).toEqual(['comfy.example'])
  expect(innerSeen).toEqual([])
})

const endless: Reply = (_, answer) => {
  const more = () => {
    while (!answer.destroyed && answer.write(Buffer.alloc(65_536, 0x20)));
    if (!answer.destroyed) answer.once('drain', more)
  }
  more()
}
const trickle: Reply = (_, answer) => {
  answer.write('{')
  const timer = setInterval(() => answer.write(' '), 20)
  answer.on('close', () => clearInterval(timer))
}

test.each([
  ['an endless body', endless, { code: 'provider_garbled', retryable: false }],
  ['a trickle', trickle, { code: 'provider_timeout', retryable: true }],
  ['silence', faults.hang, { code: 'provider_timeout', retryable: true }],
  ['a page', faults.garbage, { code: 'provider_garbled', retryable: false }],
  ['a refused key', faults.status(401, {}), { code: 'provider_refused_account', retryable: false }],
  [
    'a redirect',
    ((_, answer) => answer.writeHead(307, { location: `${inner.origin}/secret` }).end()) as Reply,
    { code: 'provider_garbled', retryable: false },
  ],
])('%s ends in a bounded time, with no word of the key', async (_, reply, expected) => {
  comfy.failOnce(reply)
  const error = await failureOf(make(comfy.origin).start(call(), makeIo()))
  expect(error).toMatchObject(expected)
  const texts = [error.message, error.stack, error.told, String((error.cause as Error)?.stack)]
  expect(texts.join()).not.toContain('geheim')
  expect(innerSeen).toEqual([])
})

test('long words of a refusal are cut, for its creator alone', async () => {
  const error = {
    type: 'prompt_no_outputs',
    message: 'x'.repeat(3_000_000),
    details: '',
    extra_info: {},
  }
  comfy.failOnce(faults.status(200, {}))
  comfy.failOnce(faults.status(200, { queue_running: [], queue_pending: [] }))
  comfy.failOnce(faults.status(200, {}))
  comfy.failOnce(faults.status(400, { error, node_errors: {} }))
  const { told, publicMessage } = await failureOf(make(comfy.origin).start(call(), makeIo()))
  expect(told?.length).toBeLessThanOrEqual(1000)
  expect(publicMessage).not.toContain('xx')
})

test('a socket that says too much is closed, and the run goes on by asking', async () => {
  const talker = await listenOnLoopback((request, answer) => {
    if (request.url?.startsWith('/prompt')) answer.end('{"prompt_id":"p"}')
    else if (request.url === '/queue') answer.end('{"queue_running":[],"queue_pending":[]}')
    else answer.end('{}')
  })
  const wss = new WebSocketServer({ server: talker.server, path: '/ws' })
  const closed = new Promise<void>((done) => {
    wss.on('connection', (socket) => {
      socket.on('close', () => done())
      socket.on('error', () => {})
      const more = () => {
        if (socket.readyState === socket.OPEN) socket.send('x'.repeat(1_000_000), more)
      }
      more()
    })
  })
  const provider = make(talker.origin)
  const operation = await begin(provider)
  await closed
  expect(await provider.check(operation, makeIo())).toMatchObject({ state: 'running' })
  wss.close()
  await talker.close()
})
