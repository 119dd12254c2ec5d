import { type WebSocket, WebSocketServer } from 'ws'
import { PNG } from './media-samples.ts'
import {
  type Recorded,
  type Reply,
  type StandIn,
  sendJson,
  startStandIn,
} from './vendor-stand-in.ts'

interface Prompt {
  id: string
  number: number
  graph: Record<
    string,
    { class_type?: string; inputs: Record<string, unknown>; _meta?: { title?: string } }
  >
  clientId: string | undefined
}

export interface ComfyStandIn extends StandIn {
  prompts: Prompt[]
  uploads: Map<string, Buffer>
  /** Moves a waiting prompt to the device. */
  run(id: string): void
  say(id: string, type: string, data: Record<string, unknown>): void
  finish(id: string, outputs: Record<string, unknown>): void
  /** Ends a prompt with an error of one of its nodes. */
  fail(id: string, said?: { node_id: string; exception_message: string }): void
  /** The checkpoints in this server's folder. */
  checkpoints: string[]
  /** Drops the queue and the history, like a restart of the server. */
  forgetAll(): void
  interrupted: unknown[]
  connected(): Promise<void>
  dropSockets(): void
}

/**
 * ComfyUI's own server: routes of https://docs.comfy.org/development/comfyui-server/comms_routes and
 * messages of …/comms_messages; bodies as in comfyanonymous/ComfyUI server.py and execution.py (task_done).
 */
export async function startComfyStandIn(): Promise<ComfyStandIn> {
  const prompts: Prompt[] = []
  const uploads = new Map<string, Buffer>()
  const sockets = new Map<string, WebSocket>()
  const interrupted: unknown[] = []
  const pending: Prompt[] = []
  const running: Prompt[] = []
  const history = new Map<string, unknown>()
  const checkpoints = ['a.safetensors', 'v1-5-pruned-emaonly.safetensors']
  let announce: () => void = () => {}
  const connection = new Promise<void>((done) => {
    announce = done
  })
  const queueItem = ({ number, id, graph, clientId }: Prompt) => [
    number,
    id,
    graph,
    { client_id: clientId },
    [],
  ]

  const submit: Reply = (request, answer) => {
    const body = request.json() as {
      prompt: Prompt['graph']
      client_id?: string
      prompt_id?: string
    }
    const refused = validate(body.prompt, checkpoints)
    if (refused) return sendJson(answer, 400, refused)
    const prompt: Prompt = {
      id: body.prompt_id ?? `server-${prompts.length}`,
      number: prompts.length,
      graph: body.prompt,
      clientId: body.client_id,
    }
    prompts.push(prompt)
    pending.push(prompt)
    sendJson(answer, 200, { prompt_id: prompt.id, number: prompt.number, node_errors: {} })
  }

  const interrupt: Reply = (request, answer) => {
    const { prompt_id } = request.json()
    interrupted.push(prompt_id)
    const at = running.findIndex(({ id }) => id === prompt_id)
    if (at >= 0) end(running[at]?.id ?? '', {}, 'error', 'execution_interrupted')
    answer.end()
  }

  function end(id: string, outputs: unknown, status_str: string, last: string, said = {}): void {
    take(running, id)
    take(pending, id)
    const prompt = prompts.find((one) => one.id === id)
    const messages = [
      ['execution_start', { prompt_id: id }],
      [last, { prompt_id: id, ...said }],
    ]
    const status = { status_str, completed: status_str === 'success', messages }
    history.set(id, { prompt: prompt ? queueItem(prompt) : [], outputs, status, meta: {} })
  }

  const reply: Reply = (request, answer) => {
    const route = `${request.method} ${request.path.replace(/\?.*/, '')}`
    const asked = /^GET \/history\/(.+)$/.exec(route)?.[1]
    if (asked)
      return sendJson(answer, 200, history.has(asked) ? { [asked]: history.get(asked) } : {})
    if (route === 'GET /system_stats')
      return sendJson(answer, 200, { system: { comfyui_version: '0.3.71' }, devices: [] })
    if (route === 'GET /queue') {
      const queue_running = running.map(queueItem)
      return sendJson(answer, 200, { queue_running, queue_pending: pending.map(queueItem) })
    }
    if (route === 'POST /prompt') return submit(request, answer)
    if (route === 'POST /interrupt') return interrupt(request, answer)
    if (route === 'POST /queue') {
      for (const id of (request.json().delete ?? []) as string[]) take(pending, id)
      return answer.end()
    }
    if (route === 'POST /upload/image') return storeUpload(uploads, request, answer)
    if (route === 'GET /view') return answer.end(PNG)
    answer.writeHead(404).end()
  }

  const standIn = await startStandIn(reply)
  const wss = new WebSocketServer({ server: standIn.server, path: '/ws' })
  wss.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '', standIn.origin)
    sockets.set(url.searchParams.get('clientId') ?? '', socket)
    socket.send(JSON.stringify({ type: 'status', data: { status: {}, sid: 'x' } }))
    announce()
  })
  const socketOf = (id: string) =>
    sockets.get(prompts.find((prompt) => prompt.id === id)?.clientId ?? '')

  return {
    ...standIn,
    prompts,
    uploads,
    interrupted,
    run(id) {
      const prompt = take(pending, id)
      if (prompt) running.push(prompt)
    },
    say: (id, type, data) =>
      socketOf(id)?.send(JSON.stringify({ type, data: { ...data, prompt_id: id } })),
    finish: (id, outputs) => end(id, outputs, 'success', 'execution_success'),
    fail(id, said) {
      const node = prompts.find((one) => one.id === id)?.graph[said?.node_id ?? '']
      const facts = { node_type: node?.class_type, current_inputs: node?.inputs, traceback: [] }
      end(id, {}, 'error', 'execution_error', said && { ...facts, ...said })
    },
    checkpoints,
    forgetAll() {
      pending.length = 0
      running.length = 0
      history.clear()
    },
    connected: () => connection,
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

function take(list: Prompt[], id: string): Prompt | undefined {
  const at = list.findIndex((prompt) => prompt.id === id)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

function storeUpload(
  uploads: Map<string, Buffer>,
  request: Recorded,
  answer: Parameters<Reply>[1],
): void {
  const text = request.body.toString('latin1')
  const file = /name="image"; filename="([^"]+)"\r\n[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)
  if (!file?.[1]) {
    answer.writeHead(400).end()
    return
  }
  uploads.set(file[1], Buffer.from(file[2] ?? '', 'latin1'))
  sendJson(answer, 200, { name: file[1], subfolder: '', type: 'input' })
}

/** What execution.py answers to a graph with a node or a checkpoint that this server does not have. */
function validate(graph: Prompt['graph'], checkpoints: readonly string[]): unknown {
  for (const [id, { class_type, _meta }] of Object.entries(graph)) {
    if (class_type === 'UnknownSinceEver') {
      // As servers before 2025 say it.
      const message = `Cannot execute because node ${class_type} does not exist.`
      const error = { type: 'invalid_prompt', message, details: `Node ID '#${id}'`, extra_info: {} }
      return { error, node_errors: {} }
    }
    if (class_type !== 'Unknown') continue
    const node_title = _meta?.title ?? class_type
    const error = {
      type: 'missing_node_type',
      message: `Node '${node_title}' not found. The custom node may not be installed.`,
      details: `Node ID '#${id}'`,
      extra_info: { node_id: id, class_type, node_title },
    }
    return { error, node_errors: {} }
  }
  const node_errors = Object.entries(graph).flatMap(([id, { class_type, inputs }]) => {
    const given = inputs['ckpt_name']
    if (typeof given !== 'string' || checkpoints.includes(given)) return []
    const list = checkpoints.map((one) => `'${one}'`).join(', ')
    const fault = {
      type: 'value_not_in_list',
      message: 'Value not in list',
      details: `ckpt_name: '${given}' not in [${list}]`,
      extra_info: {
        input_name: 'ckpt_name',
        input_config: [checkpoints, { tooltip: 'The name of the checkpoint (model) to load.' }],
        received_value: given,
      },
    }
    return [[id, { errors: [fault], dependent_outputs: ['9'], class_type }]]
  })
  if (node_errors.length === 0) return undefined
  return {
    error: {
      type: 'prompt_outputs_failed_validation',
      message: 'Prompt outputs failed validation',
      details: '',
      extra_info: {},
    },
    node_errors: Object.fromEntries(node_errors),
  }
}
