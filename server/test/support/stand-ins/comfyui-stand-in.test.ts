import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { COMFY_NODES } from './comfyui-nodes.ts'
import { type ComfyStandIn, startComfyStandIn } from './comfyui-stand-in.ts'
import type { ComfyGraph } from './comfyui-validate.ts'

let api: ComfyStandIn

beforeEach(async () => {
  api = await startComfyStandIn()
})
afterEach(() => api.close())

const draw = (color: number, save = 'SaveImage'): ComfyGraph => ({
  '1': { class_type: 'EmptyImage', inputs: { width: 32, height: 32, batch_size: 1, color } },
  '2': { class_type: save, inputs: { images: ['1', 0], filename_prefix: 'made' } },
})

type Answer = Record<string, unknown> & {
  error?: { type: string }
  node_errors?: Record<string, { errors: { type: string }[] }>
}

async function ask(path: string, body?: unknown) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(api.origin + path, sent)
  return { status: answer.status, body: (await answer.json()) as Answer }
}

/** Runs a graph as a client of the socket does, to the message that it ended. */
async function runToEnd(prompt: ComfyGraph) {
  const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws?clientId=test`)
  const said: { type: string; data: Record<string, unknown> }[] = []
  await new Promise<void>((done, fail) => {
    socket.on('error', fail)
    socket.on('open', () => void ask('/prompt', { prompt, client_id: 'test' }))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as (typeof said)[number]
      said.push(message)
      if (message.type === 'executing' && message.data['node'] === null) done()
    })
  })
  socket.terminate()
  return said
}

async function readFile(said: { type: string; data: Record<string, unknown> }[]) {
  const executed = said.find(({ type }) => type === 'executed')?.data['output']
  const [saved] = (executed as { images: Record<string, string>[] }).images
  const answer = await fetch(`${api.origin}/view?${new URLSearchParams(saved).toString()}`)
  return Buffer.from(await answer.arrayBuffer())
}

test('a prompt is told from its start to its end, and its file depends on its values', async () => {
  const said = await runToEnd(draw(1))
  expect(said.map(({ type }) => type).filter((type) => type !== 'status')).toEqual([
    'execution_start',
    'execution_cached',
    'executing',
    'executing',
    'executed',
    'execution_success',
    'executing',
  ])
  const [first, same, other] = [
    await readFile(said),
    await readFile(await runToEnd(draw(1))),
    await readFile(await runToEnd(draw(2))),
  ]
  expect(first.equals(same)).toBe(true)
  expect(first.equals(other)).toBe(false)
  // ComfyUI writes the whole graph into its files.
  expect(first.includes('tEXtprompt\0{"1":{"class_type":"EmptyImage"')).toBe(true)
  const { body: history } = await ask('/history')
  expect(Object.keys(history)).toHaveLength(3)
})

test.each([
  ['no output', { '1': draw(1)['1'] }, 'prompt_no_outputs', []],
  [
    'an unknown node',
    { ...draw(1), '3': { class_type: 'X', inputs: {} } },
    'missing_node_type',
    [],
  ],
  ['a wrong value', draw(-1), 'prompt_outputs_failed_validation', ['value_smaller_than_min']],
  [
    'a missing input',
    { ...draw(1), '1': { class_type: 'EmptyImage', inputs: { width: 'x', height: 8, color: 0 } } },
    'prompt_outputs_failed_validation',
    ['invalid_input_type', 'required_input_missing'],
  ],
  [
    'a link of another type',
    { ...draw(1), '1': { class_type: 'SolidMask', inputs: { value: 1, width: 8, height: 8 } } },
    'prompt_outputs_failed_validation',
    ['return_type_mismatch'],
  ],
  [
    'a picture that was not uploaded',
    { ...draw(1), '1': { class_type: 'LoadImage', inputs: { image: 'away.png' } } },
    'prompt_outputs_failed_validation',
    ['custom_validation_failed'],
  ],
])('refuses a prompt with %s in ComfyUI’s words', async (_, prompt, type, faults) => {
  const { status, body } = await ask('/prompt', { prompt })
  expect({ status, type: body.error?.type }).toEqual({ status: 400, type })
  const nodes = Object.values(body.node_errors ?? {})
  expect(nodes.flatMap(({ errors }) => errors.map((one) => one.type))).toEqual(faults)
  expect((await ask('/queue')).body).toEqual({ queue_running: [], queue_pending: [] })
})

test('a prompt with one good output runs it, and names the other', async () => {
  const lost = { class_type: 'PreviewImage', inputs: {} }
  const { status, body } = await ask('/prompt', { prompt: { ...draw(1), '3': lost } })
  expect(status).toBe(200)
  expect(Object.keys(body.node_errors ?? {})).toEqual(['3'])
})

test('another file of the same name gets a number', async () => {
  const upload = async (text: string, overwrite = 'false') => {
    const body = new FormData()
    body.set('image', new File([text], 'a.png'))
    body.set('overwrite', overwrite)
    const answer = await fetch(`${api.origin}/upload/image`, { method: 'POST', body })
    return ((await answer.json()) as { name: string }).name
  }
  expect(await upload('one')).toBe('a.png')
  expect(await upload('one')).toBe('a.png')
  expect(await upload('two')).toBe('a (1).png')
  expect(await upload('two', 'true')).toBe('a.png')
})

test('knows over a hundred types of node, each with its inputs in order', async () => {
  const { body } = await ask('/object_info')
  expect(body).toEqual(COMFY_NODES)
  expect(Object.keys(COMFY_NODES).length).toBeGreaterThan(100)
  for (const { input, input_order } of Object.values(COMFY_NODES)) {
    expect(Object.keys(input.required ?? {})).toEqual(input_order['required'])
  }
  expect((await ask('/object_info/Seed%20(rgthree)')).body).toHaveProperty(['Seed (rgthree)'])
  expect((await ask('/object_info/Nothing')).body).toEqual({})
})
