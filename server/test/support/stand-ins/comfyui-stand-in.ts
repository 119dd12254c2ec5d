import { randomUUID } from 'node:crypto'
import { type WebSocket, WebSocketServer } from 'ws'
import { executeGraph, type SavedFile } from './comfyui-execute.ts'
import { COMFY_NODES, type NodeInfo } from './comfyui-nodes.ts'
import { type ComfyGraph, validatePrompt } from './comfyui-validate.ts'
import {
  type OwnFiles,
  type Recorded,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

interface Prompt {
  id: string
  number: number
  graph: ComfyGraph
  clientId: string | undefined
  outputs: string[]
}

export interface ComfyStandIn extends StandIn {
  prompts: Prompt[]
  /** The files of its input folder, by name. */
  uploads: Map<string, Buffer>
  /** The prompts that `/interrupt` was asked to end. */
  interrupted: unknown[]
  /** Of a held server: takes a waiting prompt to the device, where it stays. */
  run(id: string): void
  /** Of a held server: runs a prompt to its end, whether it was taken to the device or not. */
  finish(id: string): Promise<void>
  /** Ends a prompt with an error of one of its nodes. */
  fail(id: string, said?: { node_id: string; exception_message: string }): void
  /** Says more about a prompt on its socket, such as how far a node is. */
  say(id: string, type: string, data: Record<string, unknown>): void
  /** Drops the queue and the history, like a restart of the server. */
  forgetAll(): void
  connected(): Promise<void>
  dropSockets(): void
}

interface ComfyOptions {
  /** Prompts wait until the test runs or finishes them; else they run one after another. */
  held?: boolean
  /** The types of node that this server has. */
  nodes?: Readonly<Record<string, NodeInfo>>
  /** The `Authorization` that a proxy in front of it asks for. */
  authorization?: string
  /** What it has instead of each picture that it drew. */
  files?: OwnFiles
}

/**
 * ComfyUI's own server: routes of https://docs.comfy.org/development/comfyui-server/comms_routes and
 * messages of …/comms_messages; bodies as in comfyanonymous/ComfyUI server.py and execution.py.
 */
export async function startComfyStandIn(options: ComfyOptions = {}): Promise<ComfyStandIn> {
  const { held = false, nodes = COMFY_NODES, authorization, files = {} } = options
  const prompts: Prompt[] = []
  const uploads = new Map<string, Buffer>()
  const saved = new Map<string, Buffer>()
  const sockets = new Map<string, WebSocket>()
  const interrupted: unknown[] = []
  const pending: Prompt[] = []
  const running: Prompt[] = []
  const history = new Map<string, unknown>()
  const told = new Map<string, [string, Record<string, unknown>][]>()
  const connection = Promise.withResolvers<void>()

  const queueItem = ({ number, id, graph, clientId, outputs }: Prompt) => [
    number,
    id,
    graph,
    { ...(clientId && { client_id: clientId }) },
    outputs,
  ]
  const queueInfo = () => ({ exec_info: { queue_remaining: pending.length + running.length } })
  const find = (id: string) => prompts.find((one) => one.id === id)
  const send = (socket: WebSocket | undefined, type: string, data: Record<string, unknown>) =>
    socket?.send(JSON.stringify({ type, data }))
  const say = (id: string, type: string, data: Record<string, unknown>) =>
    send(sockets.get(find(id)?.clientId ?? ''), type, { ...data, prompt_id: id })
  /** A message that the history keeps too. */
  const record = (id: string, type: string, data: Record<string, unknown> = {}) => {
    told.set(id, [...(told.get(id) ?? []), [type, { prompt_id: id, ...data }]])
    say(id, type, data)
  }
  const tellQueue = () => {
    for (const socket of sockets.values()) send(socket, 'status', { status: queueInfo() })
  }

  const submit: Reply = (request, answer) => {
    const body = request.json() as {
      prompt?: ComfyGraph
      client_id?: string
      prompt_id?: string
    }
    if (!body.prompt) {
      const words = 'No prompt provided'
      const error = { type: 'no_prompt', message: words, details: words, extra_info: {} }
      return sendJson(answer, 400, { error, node_errors: {} })
    }
    const read = validatePrompt(body.prompt, nodes, new Set(uploads.keys()))
    if ('error' in read) return sendJson(answer, 400, read)
    const prompt: Prompt = {
      id: body.prompt_id ?? randomUUID(),
      number: prompts.length,
      graph: body.prompt,
      clientId: body.client_id,
      outputs: read.outputs,
    }
    prompts.push(prompt)
    pending.push(prompt)
    const { id, number } = prompt
    sendJson(answer, 200, { prompt_id: id, number, node_errors: read.node_errors })
    tellQueue()
    if (!held) void runNext()
  }

  /** One device: the prompts run one after another. */
  async function runNext(): Promise<void> {
    const next = pending[0]
    if (!next || running.length > 0) return
    start(next.id)
    await execute(next)
    await runNext()
  }

  function start(id: string): void {
    const prompt = take(pending, id)
    if (!prompt) return
    running.push(prompt)
    record(id, 'execution_start')
    record(id, 'execution_cached', { nodes: [] })
  }

  async function execute({ id, graph, outputs }: Prompt): Promise<void> {
    const made: Record<string, unknown> = {}
    await executeGraph(graph, outputs, {
      nodes,
      inputs: uploads,
      save(prefix, extension, type, bytes) {
        const parts = prefix.split('/')
        const name = parts.pop() ?? ''
        const counter = String(saved.size + 1).padStart(5, '0')
        const subfolder = parts.join('/')
        const file: SavedFile = { filename: `${name}_${counter}_.${extension}`, subfolder, type }
        saved.set(keyOf(file), bytes)
        return file
      },
      onNode(node) {
        say(id, 'executing', { node, display_node: node })
        if (graph[node]?.class_type?.includes('Sampler')) {
          const steps = Number(graph[node].inputs['steps'] ?? 1)
          for (let value = 1; value <= steps; value++)
            say(id, 'progress', { value, max: steps, node })
        }
      },
      onOutput(node, output) {
        made[node] = output
        say(id, 'executed', { node, display_node: node, output })
      },
    })
    if (running.some((one) => one.id === id)) end(id, 'success', 'execution_success', made)
  }

  function end(id: string, status_str: string, last: string, outputs: unknown, said = {}): void {
    const prompt = take(running, id) ?? take(pending, id)
    record(id, last, said)
    const messages = told.get(id) ?? []
    const status = { status_str, completed: status_str === 'success', messages }
    history.set(id, { prompt: prompt ? queueItem(prompt) : [], outputs, status, meta: {} })
    say(id, 'executing', { node: null })
    tellQueue()
  }

  const interrupt: Reply = (request, answer) => {
    const { prompt_id } = request.json()
    interrupted.push(prompt_id)
    const at = running.find(({ id }) => !prompt_id || id === prompt_id)
    if (at) end(at.id, 'error', 'execution_interrupted', {}, { executed: [] })
    answer.end()
  }

  const routes: Record<string, Reply> = {
    'GET /system_stats': (_, answer) => sendJson(answer, 200, STATS),
    'GET /object_info': (_, answer) => sendJson(answer, 200, nodes),
    'GET /prompt': (_, answer) => sendJson(answer, 200, queueInfo()),
    'GET /history': (_, answer) => sendJson(answer, 200, Object.fromEntries(history)),
    'GET /queue': (_, answer) => {
      const queue_running = running.map(queueItem)
      sendJson(answer, 200, { queue_running, queue_pending: pending.map(queueItem) })
    },
    'POST /prompt': submit,
    'POST /interrupt': interrupt,
    'POST /queue': (request, answer) => {
      const { clear, delete: gone = [] } = request.json() as { clear?: boolean; delete?: string[] }
      if (clear) pending.length = 0
      for (const id of gone) take(pending, id)
      tellQueue()
      answer.end()
    },
    'POST /upload/image': (request, answer) => {
      void storeUpload(uploads, request, answer)
    },
    'GET /view': (request, answer) => {
      const asked = new URL(request.path, 'http://stand-in').searchParams
      const filename = asked.get('filename') ?? ''
      if (!filename || filename.startsWith('/') || filename.includes('..')) {
        return answer.writeHead(400).end()
      }
      const [subfolder, type] = [asked.get('subfolder') ?? '', asked.get('type') ?? 'output']
      const bytes =
        type === 'input' ? uploads.get(filename) : saved.get(keyOf({ filename, subfolder, type }))
      if (!bytes) return answer.writeHead(404).end()
      const kind = filename.endsWith('.mp4') ? 'video/mp4' : 'image/png'
      const disposition = `filename="${filename}"`
      answer
        .writeHead(200, { 'content-type': kind, 'content-disposition': disposition })
        .end(type === 'output' ? (files.picture ?? bytes) : bytes)
    },
  }

  const reply: Reply = (request, answer) => {
    if (authorization && request.headers.authorization !== authorization) {
      return answer.writeHead(401).end()
    }
    const route = `${request.method} ${request.path.replace(/\?.*/, '')}`
    const [, history_id] = /^GET \/history\/(.+)$/.exec(route) ?? []
    if (history_id) {
      const found = history.get(history_id)
      return sendJson(answer, 200, found ? { [history_id]: found } : {})
    }
    const [, asked] = /^GET \/object_info\/(.+)$/.exec(route) ?? []
    if (asked) {
      const type = decodeURIComponent(asked)
      return sendJson(answer, 200, nodes[type] ? { [type]: nodes[type] } : {})
    }
    const known = routes[route]
    if (!known) return answer.writeHead(404).end()
    known(request, answer)
  }

  const standIn = await startStandIn(reply)
  const wss = new WebSocketServer({
    server: standIn.server,
    path: '/ws',
    verifyClient: ({ req }: { req: { headers: { authorization?: string } } }) =>
      !authorization || req.headers.authorization === authorization,
  })
  wss.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '', standIn.origin)
    const sid = url.searchParams.get('clientId') || randomUUID()
    sockets.set(sid, socket)
    send(socket, 'status', { status: queueInfo(), sid })
    connection.resolve()
  })

  return {
    ...standIn,
    prompts,
    uploads,
    interrupted,
    run: start,
    async finish(id) {
      const prompt = find(id)
      if (!prompt) throw new Error(`no prompt ${id}`)
      start(id)
      await execute(prompt)
    },
    fail(id, said) {
      const node = find(id)?.graph[said?.node_id ?? '']
      const facts = { node_type: node?.class_type, current_inputs: node?.inputs, traceback: [] }
      start(id)
      end(id, 'error', 'execution_error', {}, said && { ...facts, ...said })
    },
    say,
    forgetAll() {
      pending.length = 0
      running.length = 0
      history.clear()
    },
    connected: () => connection.promise,
    dropSockets() {
      for (const socket of sockets.values()) socket.terminate()
    },
    async close() {
      wss.close()
      for (const socket of wss.clients) socket.terminate()
      await standIn.close()
    },
  }
}

const STATS = {
  system: {
    os: 'posix',
    ram_total: 67_108_864_000,
    ram_free: 50_000_000_000,
    comfyui_version: '0.3.71',
    python_version: '3.12.3',
    pytorch_version: '2.8.0+cu128',
    embedded_python: false,
    argv: ['main.py', '--listen'],
  },
  devices: [
    {
      name: 'cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync',
      type: 'cuda',
      index: 0,
      vram_total: 25_757_220_864,
      vram_free: 24_000_000_000,
      torch_vram_total: 0,
      torch_vram_free: 0,
    },
  ],
}

function keyOf({
  filename,
  subfolder,
  type,
}: {
  filename: string
  subfolder: string
  type: string
}) {
  return [type, subfolder, filename].join('/')
}

function take(list: Prompt[], id: string): Prompt | undefined {
  const at = list.findIndex((prompt) => prompt.id === id)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

/** Keeps another file's name, unless it is overwritten: the new one gets a number, the same one its old name. */
async function storeUpload(
  uploads: Map<string, Buffer>,
  request: Recorded,
  answer: Parameters<Reply>[1],
): Promise<void> {
  const type = request.headers['content-type'] as string
  const form = await new Response(new Uint8Array(request.body), {
    headers: { 'content-type': type },
  }).formData()
  const file = form.get('image')
  if (!(file instanceof File) || !file.name) {
    answer.writeHead(400).end()
    return
  }
  const bytes = Buffer.from(await file.arrayBuffer())
  const [, stem = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? []
  let name = file.name
  const replaces = ['true', '1'].includes(form.get('overwrite') as string)
  for (let at = 1; !replaces && uploads.get(name)?.equals(bytes) === false; at++) {
    name = `${stem} (${at})${ending}`
  }
  uploads.set(name, bytes)
  sendJson(answer, 200, { name, subfolder: '', type: form.get('type') ?? 'input' })
}
